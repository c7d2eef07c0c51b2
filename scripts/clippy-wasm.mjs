// Lints the code that exists only on wasm, with warnings as errors. rustup's compiler does it where it has the wasm
// target; elsewhere the compiler that builds the package does, when it brings clippy, and says so when it does not.
import { fail, output, run } from "./support/process.mjs";
import { wasmEnvironment } from "./support/toolchain.mjs";

async function main() {
  const env = await wasmEnvironment();
  const target = ["--target", "wasm32-unknown-unknown", "--workspace"];
  if (output("cargo", ["clippy", "--version"], { env }) === undefined || !(await canLint(env))) {
    console.log("no clippy for the compiler that has the wasm target: checking with rustc's warnings as errors");
    const flags = `${env.CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS} -D warnings`;
    await run("cargo", ["check", "--quiet", ...target], { env: { ...env, CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS: flags } });
    return;
  }
  await run("cargo", ["clippy", "--quiet", ...target, "--", "-D", "warnings"], { env });
}

/** Whether clippy-driver is of the very compiler in use; another one cannot read what that one compiled. */
async function canLint(env) {
  const compiler = output(env.RUSTC ?? "rustc", ["--version", "--verbose"], { env })?.match(/release: (\S+)/)?.[1];
  const driver = output("clippy-driver", ["--rustc", "--version", "--verbose"], { env })?.match(/release: (\S+)/)?.[1];
  return compiler !== undefined && compiler === driver;
}

await main().catch(fail);
