// The page: its state, its history, and the requests that follow from each change.

import { $, debounce, el } from "./dom.js";
import { ask, get, stream, tab } from "./ask.js";
import { Controls } from "./controls.js";
import { Answer } from "./answer.js";
import { Text } from "./text.js";
import { Fight } from "./fight.js";
import { Take } from "./take.js";

// The state: the scenario, its text if it is not the file's, the values that are set, the chosen matchup.
let state = { scenario: 0, text: null, set: [], matchup: 0 };
let scenarios = [];
let past = [];
let future = [];
let pinned = null;
let saved = "";
let version = 0;
let gesture = { path: null, at: 0 };
let before = null;

const clone = (of) => ({ ...of, set: of.set.map((one) => ({ ...one })) });
const draft = (of) => ({ scenario: of.scenario, text: of.text, set: of.set });
const key = (of) => JSON.stringify(draft(of));
const isPlain = (of) => of.text === null && of.set.length === 0;

const controls = new Controls({ change, setMatchup, remove });
const answer = new Answer({ setMatchup, watch: (pick) => { show("fight"); fight.find(pick); } });
const text = new Text({ change: changeText, merge, remove });
const fight = new Fight({ draft: () => ({ draft: draft(state), matchup: state.matchup }) });
const take = new Take({ draft: () => draft(state), fights: () => answer.fights, link: () => location.href, saved: notice });

// Remembers the state before a gesture. Moves of one control that follow each other closely are one gesture.
function remember(path) {
  const now = performance.now();
  const goesOn = path !== null && gesture.path === path && now - gesture.at < 1500;
  gesture = { path, at: now };
  if (goesOn) return;
  before = clone(state);
  past.push(clone(state));
  if (past.length > 200) past.shift();
  future = [];
}

function change(path, value) {
  const old = state.set.find((one) => one.path === path)?.value ?? null;
  if (old === value) return;
  remember(path);
  const set = state.set.filter((one) => one.path !== path);
  if (value !== null) set.push({ path, value });
  state = { ...state, set };
  changed();
}

function remove(path) {
  change(path, null);
}

function changeText(value) {
  remember("text");
  state = { ...state, text: value === saved ? null : value };
  changed();
}

function setMatchup(matchup) {
  if (matchup === state.matchup) return;
  state = { ...state, matchup };
  changed();
}

// Writes the values that are set into the text.
async function merge() {
  try {
    const taken = await ask("api/take", draft(state));
    remember(null);
    state = { ...state, text: taken.text === saved ? null : taken.text, set: [] };
    changed();
  } catch (error) {
    notice(error.message);
  }
}

function go(from, to) {
  const next = from.pop();
  if (!next) return;
  to.push(clone(state));
  gesture = { path: null, at: 0 };
  before = clone(state);
  if (next.scenario !== state.scenario) {
    open(next);
    return;
  }
  state = clone(next);
  changed();
}

// Everything that follows from a new state.
function changed() {
  refresh();
  play();
  describe();
}

// What the page shows of the state itself.
function refresh() {
  controls.update(state);
  text.update(state);
  $("undo").disabled = past.length === 0;
  $("redo").disabled = future.length === 0;
  $("reset").disabled = isPlain(state);
  $("merge").disabled = state.set.length === 0;
  fight.stale();
  remembered();
}

// The state with which the present one is compared.
function base() {
  const against = $("against").value;
  const found = against === "file" ? { ...state, text: null, set: [] } : against === "pin" ? pinned : before;
  return found && found.scenario === state.scenario && key(found) !== key(state) ? found : null;
}

// Plays the present state. A request that has shown nothing yet is not interrupted at once, so that pictures follow the
// hand; the newest state is asked for as soon as it has.
let run = null;
let wanted = false;
let turn = 0;

function play() {
  // For tests: there is a change that has no answer yet.
  document.body.dataset.asked = turn + 1;
  if (run && !run.seen && performance.now() - run.at < 500) {
    wanted = true;
    return;
  }
  start();
}

function start() {
  wanted = false;
  run?.cancel.abort();
  const cancel = new AbortController();
  turn += 1;
  const own = { cancel, seen: false, at: performance.now(), turn };
  run = own;
  const of = clone(state);
  const other = base();
  answer.begin(key(of), other && key(other), of.matchup);
  const seen = () => {
    own.seen = true;
    if (run !== own) return;
    document.body.dataset.answered = own.turn;
    if (wanted) start();
  };
  const body = { tab, turn, draft: draft(of), base: other && draft(other), matchup: of.matchup };
  stream("api/play", body, cancel.signal, (name, data) => {
    if (run !== own) return;
    if (name === "start") {
      // For tests: the state that the figures on the page belong to.
      own.state = JSON.stringify({ ...draft(of), matchup: data.focus });
      started(data);
    } else if (name === "picture") {
      document.body.dataset.state = own.state;
      text.faults(null);
      answer.picture(data, performance.now() - own.at);
      fight.visible();
      seen();
    } else if (name === "difference") {
      answer.difference(data);
    } else if (name === "faults") {
      document.body.dataset.state = own.state ?? JSON.stringify(of);
      text.faults(data);
      answer.faulty();
      seen();
    } else if (name === "failed") {
      notice(data.message);
      seen();
    } else if (name === "done") {
      answer.finish();
      document.body.dataset.done = key(of);
    }
  }).then(seen, (error) => {
    if (cancel.signal.aborted) return;
    seen();
    lost(error);
  });
  delete document.body.dataset.done;
}

function started(data) {
  $("title").textContent = data.title ?? data.name;
  document.title = `${data.title ?? data.name} · skirmish`;
  $("byline").textContent = `${data.name} · book ${data.ruleset} · seed ${data.seed}`;
  if (state.matchup !== data.focus) {
    state.matchup = data.focus;
    remembered();
  }
  answer.start(data);
  controls.axes(data, state);
  fight.sides(answer.sides());
}

// Asks for the controls of the present state, once the hand rests.
let asked = null;
const describe = debounce(async () => {
  asked?.abort();
  const cancel = (asked = new AbortController());
  const of = clone(state);
  try {
    const found = await ask("api/describe", { draft: draft(of), matchup: of.matchup }, cancel.signal);
    if (cancel.signal.aborted) return;
    took(found);
    if (!of.set.length) controls.originals(found);
    if (found.controls) controls.show(found, of);
  } catch (error) {
    if (!cancel.signal.aborted) lost(error);
  }
}, 300);

function took(found) {
  saved = found.saved ?? saved;
  text.saved = saved;
  $("file").textContent = scenarios[state.scenario]?.file ?? "";
  if (state.text === null && !text.pending) text.put(saved);
  if (found.error) notice(`The file cannot be read: ${found.error}. Its last text is still here.`);
}

// The state in the address, so that it can be kept and sent.
const remembered = debounce(async () => {
  const words = new URLSearchParams();
  if (scenarios.length > 1) words.set("scenario", scenarios[state.scenario].name);
  if (state.matchup) words.set("matchup", state.matchup + 1);
  for (const one of state.set) words.append("set", `${one.path}=${one.value}`);
  if (state.text !== null) words.set("text", await packed(state.text));
  const hash = words.toString();
  history.replaceState(null, "", hash ? `#${hash}` : location.pathname);
}, 250);

async function piped(bytes, through) {
  const stream = new Blob([bytes]).stream().pipeThrough(through);
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

async function packed(value) {
  const bytes = await piped(new TextEncoder().encode(value), new CompressionStream("deflate-raw"));
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join("")).replaceAll("+", "-").replaceAll("/", "_");
}

async function unpacked(value) {
  const bytes = Uint8Array.from(atob(value.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));
  return new TextDecoder().decode(await piped(bytes, new DecompressionStream("deflate-raw")));
}

// The end of the path in `path=value`: the first `=` outside of quotes.
function halves(word) {
  let quoted = false;
  for (let at = 0; at < word.length; at += 1) {
    if (word[at] === '"') quoted = !quoted;
    if (word[at] === "=" && !quoted) return { path: word.slice(0, at), value: word.slice(at + 1) };
  }
  return null;
}

async function fromAddress() {
  const words = new URLSearchParams(location.hash.slice(1));
  const named = scenarios.findIndex((one) => one.name === words.get("scenario"));
  const found = { scenario: Math.max(named, 0), text: null, set: [], matchup: Math.max(0, (parseInt(words.get("matchup"), 10) || 1) - 1) };
  found.set = words.getAll("set").map(halves).filter(Boolean);
  if (words.get("text")) {
    try {
      found.text = await unpacked(words.get("text"));
    } catch {
      notice("The address has no readable text: the file's is shown.");
    }
  }
  return found;
}

async function open(next) {
  controls.clear();
  answer.clear();
  before = null;
  pinned = null;
  gesture = { path: null, at: 0 };
  state = clone(next);
  $("scenario").value = state.scenario;
  document.body.dataset.scenario = scenarios[state.scenario].name;
  play();
  try {
    // The file's own values, with which changes are compared.
    const plain = await ask("api/describe", { draft: { scenario: state.scenario, text: state.text, set: [] }, matchup: state.matchup });
    took(plain);
    controls.originals(plain);
    if (plain.controls) controls.show(plain, state);
  } catch (error) {
    lost(error);
  }
  refresh();
  if (!isPlain(state)) describe();
}

// A file has changed on the disk.
async function reload(now) {
  if (now <= version) return;
  version = now;
  const old = saved;
  const isGone = state.text === saved;
  const plain = await ask("api/describe", { draft: { scenario: state.scenario, text: null, set: [] }, matchup: state.matchup });
  if (plain.error) {
    // What was in the file stays on the page, and can be played and saved.
    if (state.text === null) state = { ...state, text: old };
    took(plain);
    refresh();
    return;
  }
  if (isGone) state = { ...state, text: null };
  if (plain.saved === old) {
    refresh();
    // Another file: an include, or another scenario.
    start();
    describe();
    return;
  }
  if (state.text === null) {
    before = { ...clone(state), text: old };
    took(plain);
    controls.originals(plain);
    notice("The file has changed on the disk. The difference from before is shown below.");
  } else {
    saved = plain.saved ?? saved;
    text.saved = saved;
    notice("The file has changed on the disk. The text here is yours; Revert takes the file's.");
  }
  changed();
}

let source = null;
function listen() {
  source?.close();
  source = null;
  if (document.hidden) return;
  source = new EventSource("api/changes");
  source.addEventListener("version", (event) => {
    $("lost")?.remove();
    reload(Number(event.data)).catch(lost);
  });
  source.onerror = () => lost(new Error("the server does not answer"));
}

function lost(error) {
  if (error.name === "AbortError") return;
  const away = error instanceof TypeError || /does not answer/.test(error.message);
  if (!away) {
    notice(error.message);
    return;
  }
  if ($("lost")) return;
  $("notices").append(el("p", { className: "notice", id: "lost" },
    "The server has ended. Nothing is lost: start it again, and add the part of this address from # on to the new address."));
}

let shown = 0;
function notice(words) {
  shown += 1;
  const close = el("button", { type: "button", className: "close", "aria-label": "Close", onclick: () => note.remove() }, "×");
  const note = el("p", { className: "notice" }, words, " ", close);
  const all = [...$("notices").querySelectorAll(".notice:not(#lost)")];
  all.filter((one) => one.firstChild.textContent === words).forEach((one) => one.remove());
  all.slice(0, Math.max(0, all.length - 2)).forEach((one) => one.remove());
  $("notices").append(note);
  setTimeout(() => note.remove(), 20000);
}

// The tabs: on a narrow screen one part is visible, on a wider one a part of each kind, on a wide one all.
function show(name) {
  const left = name === "numbers" || name === "text";
  $("desk").dataset[left ? "left" : "right"] = name;
  $("desk").dataset.only = name;
  for (const button of $("tabs").children) {
    const panel = button.dataset.panel;
    const on = panel === name || ($("desk").dataset.left === panel) || ($("desk").dataset.right === panel);
    button.setAttribute("aria-selected", on);
    button.dataset.only = panel === name;
    button.tabIndex = panel === name ? 0 : -1;
  }
  if (name === "fight") fight.open();
}

$("tabs").addEventListener("click", (event) => {
  const panel = event.target.dataset?.panel;
  if (panel) show(panel);
});
$("tabs").addEventListener("keydown", (event) => {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step) return;
  const all = [...$("tabs").children];
  const next = all[(all.indexOf(document.activeElement) + step + all.length) % all.length];
  show(next.dataset.panel);
  next.focus();
});
$("undo").addEventListener("click", () => go(past, future));
$("redo").addEventListener("click", () => go(future, past));
$("reset").addEventListener("click", () => {
  remember(null);
  state = { ...state, text: null, set: [] };
  text.put(saved);
  changed();
});
$("revert").addEventListener("click", () => {
  text.put(saved);
  changeText(saved);
});
$("merge").addEventListener("click", merge);
$("take").addEventListener("click", () => take.open());
$("against").addEventListener("change", () => start());
$("pin").addEventListener("click", () => {
  pinned = clone(state);
  $("against").value = "pin";
  start();
});
$("scenario").addEventListener("change", (event) => {
  past.push(clone(state));
  open({ scenario: Number(event.target.value), text: null, set: [], matchup: 0 });
});
document.addEventListener("keydown", (event) => {
  const typing = event.target.matches("input:not([type=range]):not([type=checkbox]), textarea, select");
  if (event.key === "/" && !typing) {
    event.preventDefault();
    show("numbers");
    $("search").focus();
  } else if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z" && !typing) {
    event.preventDefault();
    if (event.shiftKey) go(future, past);
    else go(past, future);
  }
});
document.addEventListener("visibilitychange", listen);
window.addEventListener("hashchange", async () => {
  const found = await fromAddress();
  if (key(found) !== key(state) || found.matchup !== state.matchup) open(found);
});

show("numbers");
show("answer");
try {
  const found = await get("api/scenarios");
  scenarios = found.scenarios;
  version = found.version;
  $("scenario").replaceChildren(...scenarios.map((one, at) => el("option", { value: at }, one.name)));
  $("scenario-label").hidden = scenarios.length < 2;
  await open(await fromAddress());
  listen();
} catch (error) {
  lost(error);
}
