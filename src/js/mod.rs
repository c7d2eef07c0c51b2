//! The npm face. Wasm only.

mod easel;
mod intl;
mod stage;
