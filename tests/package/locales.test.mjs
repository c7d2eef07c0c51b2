// Formatting in other languages than English: the rows of tests/fixtures/functions that native tests leave to Intl.
import assert from "node:assert/strict";
import fs from "node:fs";
import test from "node:test";

import { Formatter } from "../../src/js/intl.js";

const observed = JSON.parse(fs.readFileSync(new URL("../fixtures/functions/observed.json", import.meta.url), "utf8"));

const formatted = {
  formatNumber: (intl, { value }) => intl.decimal(value, 0, 3, true),
  formatCurrency: (intl, { value, currency }) => intl.currency(value, currency, undefined, true),
  pluralize: (intl, { value, other, ...texts }) => texts[intl.plural(value)] ?? other,
  // All rows show Friday, 16 January 2026.
  formatDate: (intl, { format }) =>
    format.replace(/EEEE|MMMM?|dd?|yyyy/g, (field) => {
      if (field === "EEEE") return intl.weekday(5, true);
      if (field.startsWith("M")) return intl.month(1, field === "MMMM");
      return field === "yyyy" ? "2026" : "16";
    }),
};

for (const { function: name, args, locale, gives } of observed.filter((row) => row.locale)) {
  test(`${name} ${JSON.stringify(args)} in ${locale}`, () => {
    assert.equal(formatted[name](new Formatter(locale), args), gives.is);
  });
}

test("months are named as they stand in a date, where they have a name", () => {
  const names = { de: "Jan.", ru: "янв.", ja: "1月", cs: "led", en: "Jan" };
  for (const [locale, name] of Object.entries(names)) assert.equal(new Formatter(locale).month(1, false), name);
  assert.equal(new Formatter("ru").month(1, true), "января");
});
