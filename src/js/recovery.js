// The attributes that stand for members of the element's `recovery`.

const MEMBERS = { "show-after-ms": "showAfterMs", "show-after-attempts": "showAfterAttempts", "debug-exposure": "debugExposure", "hold-max-ms": "holdMaxMs" };

export const RECOVERY_ATTRIBUTES = Object.keys(MEMBERS);

export const DEFAULT_RECOVERY = { showAfterMs: 2000, showAfterAttempts: 2, debugExposure: "collapsed", holdMaxMs: 8000 };

/** What an element's attributes say. */
export function recoveryOf(element) {
  const given = RECOVERY_ATTRIBUTES.filter((name) => element.hasAttribute(name));
  const value = (name) => (name === "debug-exposure" ? element.getAttribute(name) : Number(element.getAttribute(name)));
  return Object.fromEntries(given.map((name) => [MEMBERS[name], value(name)]));
}
