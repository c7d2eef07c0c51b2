//! The npm face. Wasm only.

mod easel;
mod host;
mod intl;
mod stage;
