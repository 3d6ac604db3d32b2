// Measures the page: the time from a move to its first picture in the browser, and from opening a scenario to win rates
// known to one percentage point. Not a test: times depend on the machine. Give scenarios, or all shipped ones are taken:
//
//     SKIRMISH=target/release/skirmish CHROMIUM=/usr/bin/chromium PLAYWRIGHT=$PWD/target/node/node_modules/playwright-core \
//         node tests/serve/measure.mjs

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { browser, open, root, serve } from "./browser.mjs";

const MOVES = 9;
const shipped = () => readdirSync(join(root, "scenarios"), { recursive: true }).filter((name) => name.endsWith(".toml")).map((name) => `scenarios/${name}`);
const median = (numbers) => numbers.slice().sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
const precise = () => {
  const cells = [...document.querySelectorAll("#headline .figure .aside")];
  return cells.length && cells.every((cell) => Number(cell.textContent.replace("±", "")) <= 1);
};

const own = await browser();
const files = process.argv.length > 2 ? process.argv.slice(2) : shipped();
const all = [];
let slow = 0;
for (const file of files) {
  const server = await serve([file]);
  const page = await open(own, server.address);
  const begun = Date.now();
  await page.reload();
  await page.waitForFunction(precise, null, { timeout: 120000 });
  const sharp = Date.now() - begun;
  slow += sharp > 2000 ? 1 : 0;
  const control = page.locator("#controls input[type=number]:enabled").first();
  await control.waitFor();
  const times = [];
  for (let move = 0; move < MOVES; move += 1) {
    const value = Number(await control.inputValue());
    await control.fill(String(value + (move % 2 ? -1 : 1)));
    await page.waitForFunction(() => document.body.dataset.answered === document.body.dataset.asked);
    times.push(await page.evaluate(() => Number(document.body.dataset.ms)));
    await page.waitForTimeout(500);
  }
  all.push(...times);
  console.log(`${String(median(times)).padStart(5)} ms to the first picture, ${String(sharp).padStart(6)} ms to ±1 %: ${file}`);
  await page.context().close();
  server.end();
}
console.log(`${median(all)} ms to the first picture in the median of ${all.length} moves; ±1 % took more than 2 s in ${slow} of ${files.length} scenarios`);
await own.close();
