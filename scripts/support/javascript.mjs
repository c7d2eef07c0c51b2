// Turns src/js and the wasm glue into the ES modules of the package.
import fs from "node:fs";
import path from "node:path";
import { ROOT } from "./process.mjs";
import { symbolsModule } from "./icons.mjs";

const SOURCES = path.join(ROOT, "src/js");

/** Entries that hold everything they need, .wasm files included, in one file of their own. */
const SELF_CONTAINED = new Set(["inline"]);

/** Where the files are that carry the .wasm files inside, for bundlers that leave such files behind. */
export const BUNDLED = "bundled";

/** The entries of the package: `.` is `index`, `./define` is `define`, as package.json's `exports` lists them. */
export function entries() {
  const { exports } = JSON.parse(fs.readFileSync(path.join(ROOT, "package.json"), "utf8"));
  return Object.values(exports)
    .map((target) => target.default)
    .filter((file) => file?.endsWith(".js"))
    .map((file) => path.basename(file, ".js"));
}

/**
 * Bundles one file per entry and one per module that is imported on demand (`import("./markdown.js")`), each
 * minified with a source map. What an entry imports statically becomes part of its file, except other entries: these
 * stay imports, so that there is one copy of the element's class however many entries a page loads.
 * `glue` maps the names of wasm modules to the JavaScript that wasm-bindgen made for them; the file that imports it as
 * `glue:<name>` has it inside.
 *
 * The folder `bundled` gets all of them again, each with its .wasm file inside.
 */
export async function bundle(destination, glue) {
  await write(destination, glue, entries());
  const folder = path.join(destination, BUNDLED);
  fs.mkdirSync(folder);
  await write(folder, glue, entries().filter((name) => !SELF_CONTAINED.has(name)), { isEmbedding: true });
}

async function write(destination, glue, entries, { isEmbedding = false } = {}) {
  const esbuild = await import("esbuild");
  const shared = new Set(entries);
  const waiting = [...shared];
  const written = new Set();
  const source = (name) => path.join(SOURCES, `${name}.js`);

  const separate = {
    name: "separate-files",
    setup(build) {
      const isWhole = SELF_CONTAINED.has(build.initialOptions.entryPoints[0].out);
      build.onResolve({ filter: /^glue:/ }, ({ path: request }) => ({ path: glue[request.slice("glue:".length)] }));
      build.onResolve({ filter: /^\.\.?\// }, ({ path: request, kind, importer, resolveDir }) => {
        if (kind === "entry-point") return undefined;
        const name = path.basename(request, ".js");
        const inSources = resolveDir === SOURCES && path.dirname(request) === "." && request.endsWith(".js");
        if (!inSources) return undefined;
        if (isWhole) return undefined;
        if (kind === "dynamic-import" && !shared.has(name)) {
          shared.add(name);
          waiting.push(name);
        }
        return shared.has(name) && source(name) !== importer ? { path: `./${name}.js`, external: true } : undefined;
      });
    },
  };

  // The drawings that src/js/icons.js imports, taken from their package.
  const symbols = {
    name: "symbols",
    setup(build) {
      build.onResolve({ filter: /^generated:symbols$/ }, () => ({ path: "symbols", namespace: "generated" }));
      build.onLoad({ filter: /.*/, namespace: "generated" }, () => ({ contents: symbolsModule() }));
    },
  };

  // Puts the bytes where the code names the file: `new URL("./easel_bg.wasm", import.meta.url)`.
  const embedded = {
    name: "embedded-wasm",
    setup(build) {
      const address = /new URL\((["'])(?:\.\/)?(\w+)_bg\.wasm\1,\s*import\.meta\.url\)/g;
      build.onLoad({ filter: /\.js$/ }, ({ path: file }) => {
        const names = new Set();
        const code = fs.readFileSync(file, "utf8").replace(address, (_, quote, name) => {
          names.add(name);
          return `${name}Bytes()`;
        });
        const imports = [...names].map((name) => `import ${name}Bytes from "embedded:${name}";\n`).join("");
        return { contents: imports + code, resolveDir: path.dirname(file) };
      });
      build.onResolve({ filter: /^embedded:/ }, ({ path: request }) => ({ path: request.slice("embedded:".length), namespace: "embedded" }));
      build.onLoad({ filter: /.*/, namespace: "embedded" }, ({ path: name }) => {
        const text = fs.readFileSync(path.join(path.dirname(glue[name]), `${name}_bg.wasm`)).toString("base64");
        return { contents: `export default () => Uint8Array.from(atob("${text}"), (letter) => letter.charCodeAt(0));` };
      });
    },
  };

  while (waiting.length > 0) {
    const name = waiting.pop();
    if (written.has(name)) continue;
    written.add(name);
    const { outputFiles } = await esbuild.build({
      entryPoints: [{ in: source(name), out: name }],
      // Where the files are going to be: source maps name their sources from there.
      outdir: path.join(ROOT, "dist", isEmbedding ? BUNDLED : ""),
      write: false,
      bundle: true,
      minify: true,
      format: "esm",
      target: "es2022",
      sourcemap: "linked",
      legalComments: "none",
      // package.json's `sideEffects` speaks of the built files; taken for the sources, it would drop the registration.
      ignoreAnnotations: true,
      logLevel: "warning",
      plugins: [separate, styles, symbols, ...(isEmbedding || SELF_CONTAINED.has(name) ? [embedded] : [])],
      // Peers of the package, for the entries that adapt it to a framework.
      external: ["react", "react-dom", "react/jsx-runtime", "@copilotkit/*"],
    });
    for (const file of outputFiles) fs.writeFileSync(path.join(destination, path.basename(file.path)), file.contents);
  }
}

/**
 * `import styles from "./easel.css"` is the minified text, with what it imports in its place: the element puts it into a
 * constructable style sheet.
 */
const styles = {
  name: "styles",
  setup(build) {
    build.onLoad({ filter: /\.css$/ }, async ({ path: file }) => {
      const { outputFiles } = await build.esbuild.build({ entryPoints: [file], bundle: true, minify: true, write: false });
      return { contents: outputFiles[0].text.trim(), loader: "text" };
    });
  },
};

/** Copies the hand-written types. */
export function copyTypes(destination) {
  for (const file of fs.readdirSync(SOURCES).filter((file) => file.endsWith(".d.ts"))) {
    fs.copyFileSync(path.join(SOURCES, file), path.join(destination, file));
  }
}
