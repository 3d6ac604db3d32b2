// The page in a real browser: moves on each book, and what may go wrong on the way.

import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { agrees, desk, figures, holds, open, read, same, serve, skirmish, tests } from "./browser.mjs";

const BOOKS = [
  "scenarios/brp/plate-or-dodge.toml",
  "scenarios/murdham/duel.toml",
  "scenarios/persona/parry-or-dodge.toml",
  "scenarios/semiautomagic/leg-or-plain-blow.toml",
  "scenarios/swift-swords/duel.toml",
];
const MOVES = 30;

// A sequence of numbers that is the same in every run of the test.
function sequence(seed) {
  let state = seed;
  return (below) => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return Math.floor((state / 2147483648) * below);
  };
}

// The page has answered the last change: with a picture of it, or with its faults.
const answered = (page) => page.waitForFunction(() => document.body.dataset.answered === document.body.dataset.asked);

const moves = (file, seed) => async (browser) => {
  const server = await serve([file]);
  const page = await open(browser, server.address);
  await page.waitForSelector("#controls input[type=number]:enabled");
  const next = sequence(seed);
  let faults = 0;
  for (let move = 0; move < MOVES; move += 1) {
    const all = page.locator("#controls input[type=number]:enabled");
    const control = all.nth(next(await all.count()));
    const { value, least, most, step } = await control.evaluate((one) => ({ value: Number(one.value || one.placeholder) || 0, least: one.min, most: one.max, step: Number(one.step) || 1 }));
    let to = value + (next(2) ? step : -step);
    if (least !== "" && to < Number(least)) to = value + step;
    if (most !== "" && to > Number(most)) to = value - step;
    await control.fill(String(to));
    await control.blur();
    await answered(page);
    if (await page.locator("#faults li").count()) {
      const { set } = await figures(page);
      const told = await skirmish(["run", file, "--quiet", "--fights", "1", ...set.flatMap((one) => ["--set", one])]);
      same(told.code, 3, `exit code of the command line with ${set}`);
      faults += 1;
      await page.click("#undo");
      await answered(page);
    } else {
      await agrees(page, file);
    }
  }
  holds(faults < MOVES / 2, "most moves are possible");
  same(page.faults, [], "errors on the page");
  await page.context().close();
  server.end();
};

const DUEL = read("scenarios/brp/reference-duel.toml");

await tests({
  ...Object.fromEntries(BOOKS.map((file, at) => [`thirty moves on ${file}`, moves(file, at + 7)])),

  "two hundred moves in ten seconds end with the last one": async (browser) => {
    const folder = desk({ "duel.toml": DUEL });
    const server = await serve(["duel.toml"], folder);
    const page = await open(browser, server.address);
    await page.waitForSelector('[data-path="combatants.fast.hit_points"] input[type=range]');
    await page.evaluate(async () => {
      const slider = document.querySelector('[data-path="combatants.fast.hit_points"] input[type=range]');
      for (let move = 0; move < 200; move += 1) {
        slider.value = 6 + (move % 13);
        slider.dispatchEvent(new Event("input"));
        await new Promise((later) => { setTimeout(later, 50); });
      }
    });
    await answered(page);
    await page.waitForFunction(() => document.body.dataset.done);
    const { set } = await figures(page);
    same(set, ["combatants.fast.hit_points=10"], "the last move");
    await agrees(page, "duel.toml", folder);
    same(page.faults, [], "errors on the page");
    server.end();
  },

  "two tabs, a fault while typing, a reload and a killed server lose nothing": async (browser) => {
    const folder = desk({ "duel.toml": DUEL });
    const server = await serve(["duel.toml"], folder);
    const [one, other] = [await open(browser, server.address), await open(browser, server.address)];
    const dex = (page) => page.locator('[data-path="combatants.fast.dex"] input[type=number]');
    await dex(one).fill("15");
    await dex(other).fill("9");
    await Promise.all([answered(one), answered(other)]);
    await Promise.all([one, other].map((page) => page.waitForTimeout(400)));
    await agrees(one, "duel.toml", folder);
    await agrees(other, "duel.toml", folder);
    // A fault in the middle of typing, and its place.
    await other.click("#tab-text");
    await other.locator("#text").evaluate((area) => {
      area.focus();
      area.setSelectionRange(area.value.indexOf("dex"), area.value.indexOf("dex"));
    });
    await other.keyboard.type("dxe = 3\n");
    await other.waitForSelector("#faults li");
    holds((await other.textContent("#backdrop mark")) === "dxe", "the fault is marked at its place");
    holds(await other.locator("body.stale").count(), "the answer is marked as the one from before");
    for (let key = 0; key < 8; key += 1) await other.keyboard.press("Backspace");
    await other.waitForFunction(() => !document.querySelector("#faults li") && !document.body.classList.contains("stale"));
    await one.waitForTimeout(500);
    await one.reload();
    await one.waitForFunction(() => document.body.dataset.fights);
    same((await figures(one)).set, ["combatants.fast.dex=15"], "the changes after a reload");
    await dex(one).waitFor();
    server.end();
    await dex(one).fill("16");
    await one.waitForSelector("#lost");
    await one.waitForTimeout(400);
    const set = new URLSearchParams(new URL(one.url()).hash.slice(1)).getAll("set");
    same(set, ["combatants.fast.dex=16"], "the changes after the end of the server");
    const again = await serve(["duel.toml"], folder);
    const page = await open(browser, again.address + new URL(one.url()).hash);
    await page.waitForTimeout(400);
    same((await figures(page)).set, set, "the changes in a new server");
    await agrees(page, "duel.toml", folder);
    for (const page of [one, other]) same(page.faults, [], "errors on the page");
    again.end();
  },

  "a saved file is read again with what moved, and a removed one stays on the page": async (browser) => {
    const folder = desk({ "duel.toml": DUEL });
    const server = await serve(["duel.toml"], folder);
    const page = await open(browser, server.address);
    await page.waitForFunction(() => document.body.dataset.done);
    writeFileSync(join(folder, "duel.toml"), DUEL.replaceAll("hit_points = 13", "hit_points = 14").replace("hit_points = 14", "hit_points = 19"));
    await page.waitForSelector("#headline .verdict.more, #headline .verdict.less");
    holds((await page.inputValue("#text")).includes("hit_points = 19"), "the text is the new one");
    rmSync(join(folder, "duel.toml"));
    await page.waitForSelector("#notices .notice >> text=cannot be read");
    holds((await page.inputValue("#text")).includes("hit_points = 19"), "the text is still there");
    same(page.faults, [], "errors on the page");
    server.end();
  },

  "script in every text stays text": async (browser) => {
    const evil = "<img src=x onerror=window.hacked=1>";
    const text = DUEL.replace(/title = .*/, `title = ${JSON.stringify(evil)}`).replaceAll("fast", "<script>hacked=1</script>")
      .replaceAll("combatants.<script>hacked=1</script>", "combatants.'<script>hacked=1</script>'");
    const folder = desk({ "duel.toml": text });
    const server = await serve(["duel.toml"], folder);
    const page = await browser.newPage();
    await page.goto(server.address);
    await page.waitForFunction(() => document.body.dataset.fights || document.querySelector("#faults li"));
    holds(!(await page.locator("#faults li").count()), "the scenario is sound");
    same(await page.textContent("#title"), evil, "the title");
    await page.click("#tab-fight");
    await page.waitForSelector(".story-lines");
    await page.click("#tab-text");
    await page.fill("#text", text.replace("dex", "'<b>'"));
    await page.waitForSelector("#faults li");
    same(await page.evaluate(() => window.hacked), undefined, "what a script would set");
    same(await page.evaluate(() => document.querySelectorAll("main img, main script, main b b").length), 0, "elements from texts");
    server.end();
  },

  "numbers are found and changed, undone and taken along without a mouse": async (browser) => {
    const folder = desk({ "duel.toml": DUEL });
    const server = await serve(["duel.toml"], folder);
    const page = await open(browser, server.address);
    await page.waitForSelector('[data-path="combatants.fast.dex"]');
    await page.keyboard.press("/");
    await page.keyboard.type("combatants.fast.dex");
    await page.waitForFunction(() => document.querySelectorAll("#controls .control").length === 1);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    same(await page.evaluate(() => document.activeElement.closest("[data-path]")?.dataset.path), "combatants.fast.dex", "the focus");
    await page.keyboard.press("ArrowUp");
    await answered(page);
    await page.waitForTimeout(400);
    same((await figures(page)).set, ["combatants.fast.dex=14"], "the change");
    await agrees(page, "duel.toml", folder);
    await page.locator("#undo").focus();
    await page.keyboard.press("Enter");
    await page.waitForTimeout(400);
    same((await figures(page)).set, [], "the change after it was undone");
    await page.locator("#redo").focus();
    await page.keyboard.press("Enter");
    await page.locator("#take").focus();
    await page.keyboard.press("Enter");
    await page.waitForSelector("#take-body pre");
    const taken = await page.locator("#take-body pre").allTextContents();
    holds(taken[0].includes("dex = 14") && taken[1].includes("--set combatants.fast.dex=14"), `${taken}`);
    const unnamed = await page.evaluate(() => [...document.querySelectorAll("button, input, select, textarea")].filter((one) =>
      !one.closest("[aria-hidden=true]") && !one.labels?.length && !one.getAttribute("aria-label") && !one.textContent.trim() && !one.title && one.getAttribute("aria-hidden") !== "true").map((one) => one.outerHTML.slice(0, 80)));
    same(unnamed, [], "controls without a name");
    same(page.faults, [], "errors on the page");
    server.end();
  },

  "each view is used with keys alone": async (browser) => {
    const server = await serve(["scenarios/brp/plate-or-dodge.toml"]);
    const page = await open(browser, server.address);
    const focused = (id) => page.evaluate((id) => document.activeElement.id === id, id);
    // From one part of the page to the next.
    await page.locator("#tab-answer").focus();
    await page.keyboard.press("ArrowRight");
    holds(await focused("tab-fight"), "the arrow goes to the next tab");
    await page.waitForSelector(".story-lines");
    await page.keyboard.press("Tab");
    while (!(await focused("number"))) await page.keyboard.press("Tab");
    await page.keyboard.press("Control+a");
    await page.keyboard.type("7");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.querySelector("#fight .byline")?.textContent.includes("fight 7."));
    while (!(await page.evaluate(() => document.activeElement.textContent === "Step ›"))) await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    const told = () => page.locator(".story-lines .told").count();
    same(await told(), 1, "sentences after a step");
    while (!(await page.evaluate(() => document.activeElement.matches(".story-lines")))) await page.keyboard.press("Tab");
    await page.keyboard.press("ArrowDown");
    same(await told(), 2, "sentences after an arrow");
    await page.keyboard.press("End");
    await page.waitForSelector(".ending.told");
    // The chosen matchup, by the values of the axes.
    await page.locator("#tab-answer").focus();
    await page.keyboard.press("Enter");
    const name = await page.textContent("#headline h2");
    await page.locator("#axes input:checked").first().focus();
    await page.keyboard.press("ArrowRight");
    await page.waitForFunction((old) => document.querySelector("#headline h2").textContent !== old, name);
    holds(await page.evaluate(() => document.activeElement.closest("#axes")), "the focus stays on the axis");
    // The text, which Tab leaves.
    await page.locator("#tab-text").focus();
    await page.keyboard.press("Enter");
    while (!(await focused("text"))) await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    holds(!(await focused("text")), "Tab leaves the text");
    same(page.faults, [], "errors on the page");
    server.end();
  },

  "the chance to win follows the fight that is watched": async (browser) => {
    const server = await serve(["scenarios/brp/reference-duel.toml"]);
    const page = await open(browser, server.address);
    await page.click("#tab-fight");
    await page.waitForFunction(() => document.body.dataset.chances === "2000", null, { timeout: 120000 });
    const chance = () => page.textContent(".chance-now");
    const start = await chance();
    holds(/fast 5\d\.\d %/.test(start) && start.includes("2,000 fresh fights"), start);
    const cursor = () => page.getAttribute(".curve .cursor", "x1");
    same(await cursor(), "0", "the place of the cursor at the start");
    await page.getByRole("button", { name: "End", exact: true }).click();
    const end = await chance();
    holds(end.includes("100 %") && end.includes("the fight is over"), end);
    same(await cursor(), "1000", "the place of the cursor at the end");
    // Another fight has chances of its own.
    await page.selectOption("#kind", "longest");
    await page.waitForFunction(() => !document.querySelector("#fight .byline").textContent.includes("fight 0.") && document.body.dataset.chances === "2000");
    holds(/fast 5\d\.\d %/.test(await chance()), await chance());
    same(page.faults, [], "errors on the page");
    server.end();
  },

  "figures stay on their map": async (browser) => {
    const server = await serve(["scenarios/semiautomagic/flank-or-focus.toml"]);
    const page = await open(browser, server.address, { viewport: { width: 400, height: 800 } });
    await page.click("#tab-fight");
    await page.waitForSelector(".field .token");
    for (let round = 0; round < 6; round += 1) {
      const outside = await page.evaluate(() => {
        const field = document.querySelector(".field").getBoundingClientRect();
        const within = (box) => box.left >= field.left - 2 && box.right <= field.right + 2 && box.top >= field.top - 2 && box.bottom <= field.bottom + 2;
        return [...document.querySelectorAll(".field .token:not([hidden])")].filter((one) => !within(one.getBoundingClientRect())).map((one) => one.title);
      });
      same(outside, [], `figures beside the map after ${round} rounds`);
      await page.click("text=Round »");
      await page.waitForTimeout(350);
    }
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    holds(wide <= 400, `${wide} pixels on a screen of 400`);
    same(page.faults, [], "errors on the page");
    server.end();
  },

  "a fight is watched step by step, with health and on a map": async (browser) => {
    const server = await serve(["scenarios/semiautomagic/crossbow-against-charge.toml"]);
    const page = await open(browser, server.address);
    await page.click("#tab-fight");
    await page.waitForSelector(".field .token");
    const left = () => page.locator(".field .token").first().evaluate((one) => one.style.left);
    const start = await left();
    for (let step = 0; step < 8; step += 1) await page.click("text=Step ›");
    holds((await left()) !== start, "a figure has moved");
    for (const kind of ["shortest", "rarest", "closest"]) {
      await page.selectOption("#kind", kind);
      await page.waitForFunction((kind) => document.querySelector("#kind").value === kind && document.querySelector(".story-lines"), kind);
    }
    await page.getByRole("button", { name: "End", exact: true }).click();
    await page.waitForSelector(".ending.told");
    same(page.faults, [], "errors on the page");
    server.end();
  },

  "of several scenarios one is chosen, and undo goes back to the other": async (browser) => {
    const server = await serve([BOOKS[0], BOOKS[4]]);
    const page = await open(browser, server.address);
    const title = await page.textContent("#title");
    await page.locator('[data-path="combatants.fighter.dex"] input[type=number]').fill("15");
    await answered(page);
    await page.selectOption("#scenario", "1");
    await page.waitForFunction((old) => document.querySelector("#title").textContent !== old, title);
    await answered(page);
    await agrees(page, BOOKS[4]);
    await page.click("#undo");
    await page.waitForFunction((old) => document.querySelector("#title").textContent === old, title);
    await answered(page);
    same((await figures(page)).set, ["combatants.fighter.dex=15"], "the change of the first scenario");
    await agrees(page, BOOKS[0]);
    // A cell of a heat map chooses its matchup.
    await page.waitForSelector("#section-wins td[title]");
    const cell = page.locator("#section-wins td[title]").last();
    const name = (await cell.getAttribute("title")).split(": ")[0];
    await cell.click();
    await page.waitForFunction((name) => document.querySelector("#headline h2").textContent === name, name);
    same(page.faults, [], "errors on the page");
    server.end();
  },

  "the page fits from 400 to 2,560 pixels": async (browser) => {
    const server = await serve(["scenarios/brp/plate-or-dodge.toml"]);
    for (const width of [400, 700, 980, 1280, 1700, 2300, 2560]) {
      const page = await open(browser, server.address, { viewport: { width, height: 900 } });
      await page.waitForSelector("#section-wins", { state: "attached" });
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      holds(wide <= width, `${wide} pixels on a screen of ${width}`);
      await page.context().close();
    }
    server.end();
  },
});
