// The host settings of a case: what they mean for the browser and for the element.

/** The retry thresholds under the names of the element's property, and under others that say the same. */
const RECOVERY = [
  [/exposure/, "debugExposure"],
  [/hold/, "holdMaxMs"],
  [/(after|retry|reveal|show).*attempts?$/, "showAfterAttempts"],
  [/(after|retry|reveal|show).*ms$|^ms$/, "showAfterMs"],
  [/^attempts$/, "showAfterAttempts"],
];
const recoveryName = (name) => RECOVERY.find(([pattern]) => pattern.test(name))?.[1];

const plain = (key) => key.toLowerCase().replaceAll(/[_\-\s]/g, "");

/** Splits settings into those of the browser context, of the element, and of the runner itself. */
export function readSettings(host = {}) {
  const settings = { context: {}, recovery: {}, mapsKey: undefined, mutates: false, attributes: {} };
  for (const [key, value] of Object.entries(host)) read(settings, key, value);
  return settings;
}

function read(settings, key, value) {
  const name = plain(key);
  if (/^(note|notes|comment|description)$/.test(name)) return;
  if (/^(locale|lang|language)$/.test(name)) settings.context.locale = value;
  else if (/^(timezone|timezoneid|tz)$/.test(name)) settings.context.timezoneId = value;
  else if (name === "viewport") settings.context.viewport = Array.isArray(value) ? { width: value[0], height: value[1] } : { height: 800, ...value };
  else if (/^(viewportwidth|width)$/.test(name)) settings.context.viewport = { height: 800, ...settings.context.viewport, width: value };
  else if (/^(viewportheight|height)$/.test(name)) settings.context.viewport = { width: 1280, ...settings.context.viewport, height: value };
  else if (/^(colorscheme|colourscheme)$/.test(name)) settings.context.colorScheme = value;
  else if (name === "reducedmotion") settings.context.reducedMotion = value === false || value === "no-preference" ? "no-preference" : "reduce";
  else if (/^(recovery|retry|retries|retrythresholds|thresholds)$/.test(name)) for (const [inner, each] of Object.entries(value)) read(settings, inner, each);
  else if (recoveryName(name)) settings.recovery[recoveryName(name)] = value;
  else if (/^(mapskey|mapkey|key|googlemapsapikey|googlemapskey)$/.test(name)) settings.mapsKey = value;
  else if (name === "mutatesmessageobjects") settings.mutates = value;
  else throw new Error(`the host setting "${key}" is not understood`);
}
