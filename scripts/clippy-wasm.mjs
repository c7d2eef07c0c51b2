// Lints the code that exists only on wasm, with warnings as errors, by the compiler that builds the package.
import { Failure, canInstallPackages, fail, installPackages, output, run } from "./support/process.mjs";
import { wasmEnvironment } from "./support/toolchain.mjs";

/** Whether clippy comes with the compiler in use; another one cannot read what that one compiled. */
function canLint(env) {
  const compiler = output(env.RUSTC ?? "rustc", ["--version", "--verbose"], { env })?.match(/release: (\S+)/)?.[1];
  const clippy = output("clippy-driver", ["--rustc", "--version", "--verbose"], { env })?.match(/release: (\S+)/)?.[1];
  return compiler !== undefined && compiler === clippy;
}

async function main() {
  const env = await wasmEnvironment();
  // Debian's compiler comes without; rustup's brings it.
  if (!canLint(env) && env.RUSTC && canInstallPackages()) await installPackages(["rust-web-clippy"]);
  if (!canLint(env)) throw new Failure("clippy is missing for the compiler that has the wasm target: rustup component add clippy");
  await run("cargo", ["clippy", "--quiet", "--workspace", "--target", "wasm32-unknown-unknown", "--", "-D", "warnings"], { env });
}

await main().catch(fail);
