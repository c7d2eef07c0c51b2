// Makes sure that Rust can be compiled to WebAssembly here, and that wasm-bindgen matches Cargo.lock.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { Failure, ROOT, canInstallPackages, installPackages, output, run, which } from "./process.mjs";

const TARGET = "wasm32-unknown-unknown";
const RUSTUP_LIMIT = 120_000;
const DEBIAN_PACKAGES = ["rustc-web", "cargo-web", "rust-web-src", "lld-22"];

function hasTarget() {
  const sysroot = output("rustc", ["--print", "sysroot"]);
  return sysroot !== undefined && fs.existsSync(path.join(sysroot, "lib/rustlib", TARGET));
}

/** The variables that let Debian's compiler build the standard library for wasm; for wasm builds only. */
const debianEnvironment = () => ({
  RUSTC_BOOTSTRAP: "1",
  RUSTC: "/usr/bin/rustc",
  RUSTDOC: "/usr/bin/rustdoc",
  PATH: `/usr/bin${path.delimiter}${process.env.PATH}`,
  CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER: "/usr/bin/wasm-ld-22",
  CARGO_UNSTABLE_BUILD_STD: "std,panic_abort",
});

/**
 * The same environment with flags that keep the folders of this machine out of the panic messages that end up in
 * the package. For the package's own profiles only: with these flags, checks of the same profile would compile anew.
 */
export function withoutMachinePaths(environment) {
  const cargoHome = process.env.CARGO_HOME ?? path.join(os.homedir(), ".cargo");
  const sysroot = output("rustc", ["--print", "sysroot"], { env: environment });
  const remaps = [
    [ROOT, "."],
    [cargoHome, "cargo"],
    [sysroot, "rust"],
    ["/usr/src", "rust"],
  ];
  const flags = remaps.map(([from, to]) => `--remap-path-prefix=${from}=${to}`).join(" ");
  return { ...environment, CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS: flags };
}

/**
 * The environment in which `cargo` builds for wasm, after setting it up where it is missing: the target of the
 * compiler at hand, else rustup's, else Debian's compiler. `EASEL_WASM_TOOLCHAIN=debian` asks for the last one.
 */
export async function wasmEnvironment() {
  const debian = process.env.EASEL_WASM_TOOLCHAIN === "debian";
  if (!which("cargo") && !canInstallPackages()) {
    throw new Failure("Rust is missing: install it with rustup (https://rustup.rs) and run this again.");
  }
  if (!debian && hasTarget()) return {};
  if (!debian && which("rustup")) {
    console.log(`adding the Rust target ${TARGET}`);
    await run("rustup", ["target", "add", TARGET], { timeout: RUSTUP_LIMIT, quiet: true }).catch(() => {});
    if (hasTarget()) return {};
    console.log("rustup cannot add it here");
  }
  if (canInstallPackages()) {
    const present = fs.existsSync("/usr/bin/rustc") && fs.existsSync("/usr/bin/wasm-ld-22") && hasDebianSources();
    if (!present) await installPackages(DEBIAN_PACKAGES);
  }
  if (fs.existsSync("/usr/bin/wasm-ld-22") && fs.existsSync("/usr/bin/rustc")) {
    return debianEnvironment();
  }
  throw new Failure(
    `Rust cannot compile to ${TARGET} here: run "rustup target add ${TARGET}" (https://rustup.rs) and then this again.\n` +
      `On Debian, as root: apt-get install ${DEBIAN_PACKAGES.join(" ")}`,
  );
}

/** Whether the sources of Debian's standard library are there, which a wasm build compiles. */
function hasDebianSources() {
  const sysroot = output("/usr/bin/rustc", ["--print", "sysroot"]);
  return sysroot !== undefined && fs.existsSync(path.join(sysroot, "lib/rustlib/src/rust/library"));
}

/** The version of wasm-bindgen that Cargo.lock names; the command line tool must be the same. */
function wasmBindgenVersion() {
  const lock = fs.readFileSync(path.join(ROOT, "Cargo.lock"), "utf8");
  return lock.match(/name = "wasm-bindgen"\r?\nversion = "([^"]+)"/)[1];
}

/** The wasm-bindgen command of the right version: from PATH, from `.tools`, or built into `.tools` (three minutes). */
export async function wasmBindgen() {
  const version = wasmBindgenVersion();
  const own = path.join(ROOT, ".tools/bin", process.platform === "win32" ? "wasm-bindgen.exe" : "wasm-bindgen");
  const matches = (command) => output(command, ["--version"])?.split(" ")[1] === version;
  if (matches("wasm-bindgen")) return "wasm-bindgen";
  if (!matches(own)) {
    console.log(`building wasm-bindgen ${version} into .tools, once`);
    // Without --locked: the tool's own lock file may name versions that a registry mirror lacks.
    await run("cargo", ["install", "wasm-bindgen-cli", "--version", version, "--root", path.join(ROOT, ".tools"), "--force"]);
  }
  return own;
}
