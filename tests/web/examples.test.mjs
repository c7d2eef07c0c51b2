// Paints every official example of every version and checks what a person and an agent get from it. The accessible
// tree of each is kept under snapshots/; UPDATE_SNAPSHOTS=1 writes them anew.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { SETS, outgoingRules } from "./examples/versions.mjs";
import { expectedOf, surfacesOf } from "./examples/expected.mjs";
import { prepare, visit } from "./examples/visit.mjs";
import { openStage } from "./support/stage.mjs";

const SNAPSHOTS = path.join(path.dirname(fileURLToPath(import.meta.url)), "snapshots");
const tidy = (text) => text.replace(/\s+/g, " ").trim();

for (const { title, version, snapshots, least, examples, isDerived = false } of SETS) {
  test(`the examples of ${title}`, async (t) => {
    const all = examples();
    assert.ok(all.length >= least, `there are ${all.length} examples, at least ${least} are expected`);
    const broken = outgoingRules(version);
    const stage = await openStage(t, { timezoneId: "UTC", viewport: { width: 1000, height: 900 } });
    await prepare(stage);
    for (const { name, messages } of all) {
      await t.test(name, async () => {
        stage.problems.length = 0;
        await stage.easel((easel) => easel.reset());
        await stage.send(messages);
        const surfaces = surfacesOf(messages);
        const expected = surfaces.map(expectedOf);
        const { seen, snapshot, pressed } = await visit(stage, {
          modals: expected.flatMap(({ modals }) => modals),
          buttons: new Map(expected.flatMap(({ buttons }) => [...buttons])),
        });

        const text = tidy(seen.text);
        const missing = expected.flatMap(({ texts }) => texts).filter((each) => !text.includes(tidy(each)) && !seen.labels.some((label) => tidy(label) === tidy(each)));
        assert.deepEqual(missing, [], `missing on screen, where there is: ${text}`);
        assert.deepEqual(expected.flatMap(({ values }) => values).filter((value) => !seen.values.includes(value)), [], "missing in fields");
        const issues = await stage.easel((easel) => easel.issues);
        assert.deepEqual(issues.filter(({ severity }) => severity === "error"), []);
        for (const press of pressed) checkPress(press, broken, surfaces);
        const file = path.join(SNAPSHOTS, snapshots, `${name}.yml`);
        if (process.env.UPDATE_SNAPSHOTS && !isDerived) write(file, snapshot);
        compare(file, snapshot);
        assert.deepEqual(stage.problems, []);
      });
    }
  });
}

/** A press on a button sends the one message that its action names, in the form of its version. */
function checkPress({ id, action, events }, broken, surfaces) {
  const messages = events.filter(({ type }) => type === "a2ui-action").map(({ detail }) => detail);
  const name = action.event?.name ?? action.name;
  assert.equal(messages.length, name === undefined ? 0 : 1, `${id} sends ${JSON.stringify(messages)}`);
  for (const message of messages) {
    assert.equal(broken(message), undefined, JSON.stringify(message));
    const sent = message.action ?? message.userAction;
    assert.equal(sent.name, name);
    assert.equal(sent.sourceComponentId, id);
    assert.ok(surfaces.some((surface) => surface.id === sent.surfaceId));
  }
}

function write(file, snapshot) {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, snapshot);
}

function compare(file, snapshot) {
  assert.ok(fs.existsSync(file), `${file} is missing; UPDATE_SNAPSHOTS=1 writes it`);
  assert.equal(snapshot, fs.readFileSync(file, "utf8"));
}
