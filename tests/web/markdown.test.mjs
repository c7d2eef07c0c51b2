// The Markdown module: text in, safe elements out, changed in place when the text changes.
import assert from "node:assert/strict";
import test from "node:test";
import { openStage } from "./support/stage.mjs";

/** Opens a page with the module and `show(text, inline?)`, which answers with the host's HTML. */
async function openMarkdown(t) {
  const stage = await openStage(t);
  await stage.page.evaluate(async () => {
    const module = await import("/dist/markdown.js");
    await module.started();
    globalThis.render = module.render;
    globalThis.host = document.body.appendChild(document.createElement("div"));
  });
  const show = (text, inline = false) =>
    stage.page.evaluate(([text, inline]) => {
      globalThis.render(globalThis.host, text, inline);
      return globalThis.host.innerHTML;
    }, [text, inline]);
  return { ...stage, show };
}

const REL = 'rel="noopener noreferrer nofollow"';

test("links lead to the web, and nowhere else", async (t) => {
  const { show, problems } = await openMarkdown(t);
  assert.equal(await show("[a](https://a.b 'T')"), `<p><a href="https://a.b" ${REL} target="_blank" title="T">a</a></p>`);
  assert.equal(await show("[a](/b) [c](#d)"), `<p><a href="/b" ${REL} target="_blank">a</a> <a href="#d" ${REL} target="_blank">c</a></p>`);
  assert.equal(await show("<a@b.co>"), "<p>a@b.co</p>");
  for (const url of ["javascript:alert(1)", "JAVASCRIPT&colon;alert(1)", "java&Tab;script:alert(1)", "data:text/html,x", "file:///x", "mailto:a@b.co", "tel:1"]) {
    assert.equal(await show(`[a](<${url}>) [b][1]\n\n[1]: <${url}>`), "<p>a b</p>", url);
  }
  assert.deepEqual(problems, []);
});

test("on a page of another scheme a relative link is its words", async (t) => {
  const { page, show } = await openMarkdown(t);
  await page.evaluate(() => {
    const base = document.createElement("base");
    base.href = "ftp://example.com/";
    document.head.append(base);
  });
  assert.equal(await show("[a](b)"), "<p><span>a</span></p>");
});

test("HTML is text, and an image is not loaded", async (t) => {
  const { page, show, problems } = await openMarkdown(t);
  await show("**Bold** <img src=x onerror='window.hit=1'> ![alt](/none.png)\n\n<script>\nwindow.hit = 2\n</script>");
  assert.equal(await page.locator("strong").count(), 1);
  assert.equal(await page.evaluate(() => globalThis.host.querySelectorAll("img, script").length), 0);
  assert.equal(await page.evaluate(() => globalThis.hit), undefined);
  assert.deepEqual(problems, []);
});

test("tables, tasks and numbered lists carry their meaning in the DOM", async (t) => {
  const { page, show } = await openMarkdown(t);
  await show("- [x] done\n- [ ] to do\n\n| a | b |\n|:-:|---|\n| 1 | 2 |\n\n5. five\n6. six");
  assert.deepEqual(await page.getByRole("checkbox", { name: "done", checked: true, disabled: true }).count(), 1);
  assert.deepEqual(await page.getByRole("checkbox", { name: "to do", checked: false, disabled: true }).count(), 1);
  assert.equal(await page.getByRole("columnheader", { name: "a" }).getAttribute("data-align"), "center");
  assert.equal(await page.locator("ol").getAttribute("start"), "5");
});

test("text that streams in keeps its elements and the selection, and ends as if it had come at once", async (t) => {
  const { page, problems } = await openMarkdown(t);
  const wrong = await page.evaluate(() => {
    const texts = [
      "# Title\n\nSome *text* with `code`.\nAnd more\n\n- a\n- b\n  - c\n- d\n\n1. x\n\n2. y\n\nEnd **now**.\n",
      "- a\n1. b\n\n1. c\n\n2. d\n\npara\n-foo\n\n> q\n-foo\n\n> r\n- list\n",
      "a\n| x | y |\n|---|:-:|\n| 1 | 2 |\n| 3 | **4** |\nlazy\n\n| a |\n|---|\n",
      "- [ ] a\n- [x] b\n\n  par\n\n```js\ncode\n\nmore\n```\n<div>\nx\n</div>\n\n[l] m\n\n[l]: /x\n",
    ];
    const wrong = [];
    const shown = document.createElement("div");
    for (const inline of [false, true]) {
      for (const text of texts) {
        for (const step of [1, 4, 9]) {
          for (let end = 0; end < text.length + step; end += step) {
            const now = text.slice(0, end);
            globalThis.render(shown, now, inline);
            const fresh = document.createElement("div");
            globalThis.render(fresh, now, inline);
            if (!shown.isEqualNode(fresh)) wrong.push([now, shown.innerHTML, fresh.innerHTML]);
          }
        }
      }
    }
    return wrong.slice(0, 3);
  });
  assert.deepEqual(wrong, []);

  const kept = await page.evaluate(() => {
    const { host, render } = globalThis;
    render(host, "# T\n\nSome **bold** text that gro", false);
    const paragraph = host.lastChild;
    getSelection().setBaseAndExtent(paragraph.lastChild, 1, paragraph.lastChild, 5);
    render(host, "# T\n\nSome **bold** text that grows\n\n- and goes on", false);
    return [host.children[1] === paragraph, String(getSelection())];
  });
  assert.deepEqual(kept, [true, "text"]);
  assert.deepEqual(problems, []);
});

test("a host that somebody else has filled is filled anew", async (t) => {
  const { page, show } = await openMarkdown(t);
  assert.equal(await show("**a**"), "<p><strong>a</strong></p>");
  await page.evaluate(() => (globalThis.host.textContent = "plain"));
  assert.equal(await show("**a**"), "<p><strong>a</strong></p>");
  assert.equal(await show("# *a*", true), "<em>a</em>");
});

test("text beyond the limits is shown as it came, soon", async (t) => {
  const { page } = await openMarkdown(t);
  const results = await page.evaluate(() => {
    const size = 250_000;
    const table = "|a".repeat(3000) + "\n" + "|-".repeat(3000) + "\n" + "|x\n".repeat(3000);
    const texts = [table, "*a*".repeat(size / 3), "a".repeat(300_000)];
    const deep = ["[", ">", "- ", "**a *b ", "[a](", "![", "<", "`", "*_"].map((piece) => piece.repeat(size / piece.length) + "\n\nx");
    const host = document.createElement("div");
    const started = performance.now();
    const limited = texts.map((text) => [globalThis.render(host, text, false), host.textContent === text]);
    for (const text of deep) globalThis.render(host, text, false);
    return { limited, milliseconds: performance.now() - started };
  });
  assert.deepEqual(results.limited, [[false, true], [false, true], [false, true]]);
  assert.ok(results.milliseconds < 5000, `${results.milliseconds} ms`);
});
