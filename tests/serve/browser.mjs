// A browser, servers and the command line for the tests of the page. `SKIRMISH` names the program, `CHROMIUM` the browser
// and `PLAYWRIGHT` the folder of playwright-core.

import { execFile, spawn } from "node:child_process";
import { createRequire } from "node:module";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const { chromium } = createRequire(import.meta.url)(process.env.PLAYWRIGHT);
const run = promisify(execFile);

export const root = new URL("../..", import.meta.url).pathname;

export const browser = () => chromium.launch({
  executablePath: process.env.CHROMIUM,
  headless: true,
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync"],
});

// Starts a server of these files: its address, and a function that ends it.
export function serve(files, folder = root) {
  const child = spawn(process.env.SKIRMISH, ["serve", "--no-open", "--quiet", ...files], { cwd: folder, stdio: ["ignore", "pipe", "inherit"] });
  return new Promise((started, failed) => {
    child.on("error", failed);
    child.on("exit", (code) => failed(new Error(`the server has ended with ${code}`)));
    child.stdout.once("data", (data) => started({ address: String(data).trim(), end: () => child.kill("SIGKILL") }));
  });
}

// The output of the program, as JSON lines; its exit code if it fails.
export async function skirmish(words, folder = root) {
  try {
    const { stdout } = await run(process.env.SKIRMISH, words, { cwd: folder, maxBuffer: 1 << 26 });
    return { code: 0, lines: stdout.split("\n").filter((line) => line.startsWith("{")).map((line) => JSON.parse(line)) };
  } catch (error) {
    return { code: error.code, lines: [] };
  }
}

// A folder with these files.
export function desk(files) {
  const folder = mkdtempSync(join(tmpdir(), "skirmish-serve-"));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

export const read = (path) => readFileSync(join(root, path), "utf8");

// A page that must run without an error of its own.
export async function open(browser, address, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  page.faults = [];
  page.on("pageerror", (error) => page.faults.push(error.message));
  await page.goto(address);
  await page.waitForFunction(() => document.body.dataset.fights);
  return page;
}

// The figures on the page, read at one moment, with the state that they belong to.
export const figures = (page) => page.evaluate(() => ({
  fights: Number(document.body.dataset.fights),
  wins: [...document.querySelectorAll("#headline [data-wins]")].map((cell) => Number(cell.dataset.wins)),
  rates: [...document.querySelectorAll("#headline [data-rate]")].map((cell) => Number(cell.dataset.rate)),
  set: JSON.parse(document.body.dataset.state).set.map((one) => `${one.path}=${one.value}`),
  matchup: String(JSON.parse(document.body.dataset.state).matchup + 1),
}));

// Fails unless the page's figures are those of the command line for the same fights.
export async function agrees(page, file, folder = root) {
  const shown = await figures(page);
  const set = shown.set.flatMap((one) => ["--set", one]);
  const told = await skirmish(["run", file, "--quiet", "--format", "json", "--fights", String(shown.fights), "--matchup", shown.matchup, ...set], folder);
  const sides = told.lines[0]?.sides ?? [];
  same(sides.map((side) => side.wins), shown.wins, `wins of ${file} with ${shown.set} after ${shown.fights} fights`);
  same(sides.map((side) => side.win_rate), shown.rates, `win rates of ${file}`);
}

export function same(found, expected, what) {
  const [one, other] = [found, expected].map((value) => JSON.stringify(value));
  if (one !== other) throw new Error(`${what}: ${one}, not ${other}`);
}

export function holds(so, what) {
  if (!so) throw new Error(what);
}

// Runs the tests one after the other, and ends with a failure if one of them fails.
export async function tests(all) {
  const own = await browser();
  let failed = 0;
  for (const [name, test] of Object.entries(all)) {
    try {
      await test(own);
      console.log(`ok: ${name}`);
    } catch (error) {
      failed += 1;
      console.log(`FAILED: ${name}: ${error.stack}`);
    }
  }
  await own.close();
  process.exit(failed ? 1 : 0);
}
