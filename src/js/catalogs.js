// The catalogs a host brings: what they declare goes to the easel as JSON, what they implement is called from there.

/** One host catalog's functions: the counterpart of `HostFunctions` in src/js/host.rs. */
class HostFunctions {
  #functions;

  constructor(functions) {
    this.#functions = functions;
  }

  has(name) {
    return Object.hasOwn(this.#functions, name) && typeof this.#functions[name].call === "function";
  }

  /** Nothing is thrown from here: an exception that passes through WebAssembly leaves its objects locked for good. */
  call(name, args) {
    try {
      const value = this.#functions[name].call(JSON.parse(args));
      if (typeof value?.then === "function") throw new TypeError(`The function ${name} answers later; its value is needed at once.`);
      return JSON.stringify(value ?? null);
    } catch (error) {
      console.error(error);
      return undefined;
    }
  }
}

/** Gives a host's catalogs to an easel. */
export function declare(easel, catalogs) {
  for (const catalog of catalogs) {
    const functions = catalog.functions ?? {};
    const document = { ...catalog, catalogId: catalog.catalogId ?? catalog.id };
    easel.declare(JSON.stringify(document), new HostFunctions(functions));
  }
}
