// The repository's root, and the few ways these scripts start other programs.
import { spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");

const windows = process.platform === "win32";
// npm is a batch file on Windows, and Node starts those through a shell only.
const needsShell = (command) => windows && command === "npm";

/** What went wrong, said in a line; the scripts print it without a stack. */
export class Failure extends Error {}

/** Prints a failure's sentence, or the stack of what nobody foresaw, and ends with status 1. */
export function fail(error) {
  console.error(error instanceof Failure ? `\n${error.message}` : error);
  process.exit(1);
}

/** Runs a program to its end and shows its output. Rejects when it fails or outlives `timeout` (milliseconds). */
export function run(command, args, { env, cwd = ROOT, timeout, quiet = false } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: quiet ? ["ignore", "pipe", "pipe"] : ["ignore", "inherit", "inherit"],
      shell: needsShell(command),
      timeout,
    });
    let output = "";
    child.stdout?.on("data", (chunk) => (output += chunk));
    child.stderr?.on("data", (chunk) => (output += chunk));
    child.on("error", (error) => reject(new Failure(`${command} cannot be started: ${error.message}`)));
    child.on("close", (status, signal) => {
      if (status === 0) return resolve(output);
      const how = signal ? `was ended by ${signal}` : `ended with status ${status}`;
      reject(new Failure(`${output}${[command, ...args].join(" ")} ${how}`));
    });
  });
}

/** What a program prints, trimmed; `undefined` when it is missing or fails. */
export function output(command, args, { env, cwd = ROOT } = {}) {
  const result = spawnSync(command, args, {
    cwd,
    env: { ...process.env, ...env },
    encoding: "utf8",
    maxBuffer: 64 << 20,
    shell: needsShell(command),
  });
  return result.status === 0 ? result.stdout.trim() : undefined;
}

/** The full path of a program on PATH, or `undefined`. */
export function which(name) {
  const extensions = windows ? (process.env.PATHEXT ?? ".EXE;.CMD").split(";") : [""];
  for (const folder of (process.env.PATH ?? "").split(path.delimiter)) {
    for (const extension of extensions) {
      const file = path.join(folder, name + extension);
      if (folder && fs.existsSync(file)) return file;
    }
  }
  return undefined;
}

/** Whether packages can be installed with apt-get without asking anybody. */
export const canInstallPackages = () => process.getuid?.() === 0 && which("apt-get") !== undefined;

/** Installs Debian packages, with fresh package lists when the ones at hand do not know them. */
export async function installPackages(names) {
  console.log(`installing ${names.join(", ")}`);
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  const install = ["install", "-y", "--no-install-recommends", ...names];
  try {
    await run("apt-get", install, { env, quiet: true });
  } catch {
    await run("apt-get", ["update"], { env, quiet: true });
    await run("apt-get", install, { env, quiet: true });
  }
}
