// Takes the drawings of the basic catalog's icons from Material Symbols: a single path each, in a square of 960 units.
import fs from "node:fs";
import path from "node:path";
import { ROOT } from "./process.mjs";

const FOLDER = path.join(ROOT, "node_modules/@material-symbols/svg-400/outlined");

/** Names as the core asks for them, where they are the package's own. */
const PLAIN = `
  account_circle add arrow_back arrow_forward attach_file calendar_today call check close delete download edit event error
  folder help home info location_on lock lock_open mail menu more_vert more_horiz notifications_off notifications person
  print refresh search send settings share shopping_cart star_half upload visibility visibility_off volume_down volume_mute
  volume_off volume_up warning
`;

/** Names of no catalog that agents write all the same, as the official examples do. */
const BEYOND = `
  arrow_downward arrow_upward bolt bookmark build chevron_left chevron_right cloud content_copy directions_car directions_run
  fitness_center flag flight group hotel key language lightbulb link local_cafe local_shipping map priority_high remove
  restaurant schedule school sunny thumb_down thumb_up timer trending_down trending_up verified work
`;

/** Names that have another drawing: transport keys are solid as on any player, a favourite is full and its opposite hollow. */
const OTHER = {
  camera: "photo_camera",
  fast_forward: "fast_forward-fill",
  fast_rewind: "fast_rewind-fill",
  favorite: "favorite-fill",
  favorite_border: "favorite",
  pause: "pause-fill",
  payment: "credit_card",
  phone: "call",
  photo: "image",
  play_arrow: "play_arrow-fill",
  skip_next: "skip_next-fill",
  skip_previous: "skip_previous-fill",
  star: "star-fill",
  star_border: "star",
  stop: "stop-fill",
};

/** The source of a module that exports `SYMBOLS`, a table of path data by name. */
export function symbolsModule() {
  const names = `${PLAIN} ${BEYOND}`.split(/\s+/).filter(Boolean);
  const files = { ...Object.fromEntries(names.map((name) => [name, name])), ...OTHER };
  const drawings = Object.entries(files).map(([name, file]) => [name, pathOf(file)]);
  return `export const SYMBOLS = ${JSON.stringify(Object.fromEntries(drawings))};`;
}

function pathOf(file) {
  const svg = fs.readFileSync(path.join(FOLDER, `${file}.svg`), "utf8");
  const [, data] = svg.match(/viewBox="0 -960 960 960"><path d="([^"]+)"\/><\/svg>/) ?? [];
  if (!data) throw new Error(`${file}.svg is not a single path in a square of 960 units`);
  return data;
}
