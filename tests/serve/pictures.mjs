// Makes the pictures of the page for the documentation, in the folder that the first argument names.

import { join } from "node:path";
import { browser, open, serve } from "./browser.mjs";

const folder = process.argv[2];
const own = await browser();
const picture = async (name, file, viewport, act) => {
  const server = await serve([file]);
  const page = await open(own, server.address, { viewport });
  await page.waitForSelector("#controls .control");
  await act(page);
  await page.screenshot({ path: join(folder, name) });
  await page.context().close();
  server.end();
};

await picture("serve.png", "scenarios/brp/plate-or-dodge.toml", { width: 1240, height: 760 }, async (page) => {
  await page.waitForFunction(() => document.body.dataset.done);
  await page.locator('[data-path="combatants.fighter.hit_points"] input[type=number]').fill("15");
  await page.locator("#title").click();
  await page.waitForFunction(() => document.body.dataset.done && document.body.dataset.answered === document.body.dataset.asked);
});
await picture("serve-fight.png", "scenarios/semiautomagic/crossbow-against-charge.toml", { width: 1240, height: 940 }, async (page) => {
  await page.click("#tab-fight");
  await page.waitForSelector(".field .token");
  await page.waitForFunction(() => document.body.dataset.chances);
  for (let step = 0; step < 11; step += 1) await page.click("text=Step ›");
  await page.locator("#title").click();
  await page.waitForTimeout(600);
});
await own.close();
