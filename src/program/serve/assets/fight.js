// One fight, watched: sentence by sentence, with the health of the fighters and the map.

import { $, debounce, el, grouped, nodes, percent } from "./dom.js";
import { ask, stream, tab } from "./ask.js";

let turn = 0;

export class Fight {
  constructor(page) {
    this.page = page;
    this.told = null;
    this.at = 0;
    this.timer = 0;
    this.again = debounce(() => this.find(this.told.number), 400);
    $("pick").addEventListener("submit", (event) => {
      event.preventDefault();
      this.find($("kind").value || Number($("number").value));
    });
    $("kind").addEventListener("change", () => this.find($("kind").value || Number($("number").value)));
    $("number").addEventListener("input", () => { $("kind").value = ""; });
  }

  // The kinds of fights, with the sides that can win.
  sides(names) {
    const kinds = $("kind");
    const known = [...kinds.options].filter((one) => one.dataset.side).map((one) => one.value);
    const wanted = names.map((name) => `won-by=${name}`);
    if (JSON.stringify(known) === JSON.stringify(wanted)) return;
    [...kinds.options].filter((one) => one.dataset.side).forEach((one) => one.remove());
    kinds.append(...names.map((name) => el("option", { value: `won-by=${name}`, "data-side": name }, `won by ${name}`)));
  }

  // The scenario has changed: the fight shown is of the state before.
  stale() {
    this.old = true;
    this.chancing?.abort();
    if (this.told && $("fight-panel").offsetParent !== null) this.again();
  }

  // Where the fight is always visible, one is shown from the start.
  visible() {
    if (!this.told && !this.asked && $("fight-panel").offsetParent !== null) this.open();
  }

  open() {
    if (!this.told || this.old) this.find($("kind").value || Number($("number").value));
  }

  async find(pick) {
    const body = { ...this.page.draft(), pick: typeof pick === "number" ? { number: Math.max(0, Math.floor(pick) || 0) } : { kind: pick } };
    this.pause();
    this.old = false;
    this.asked?.abort();
    this.chancing?.abort();
    const cancel = (this.asked = new AbortController());
    try {
      this.show(heard(await ask("api/fight", body, cancel.signal)));
      this.weigh(body);
      if (typeof pick === "string" && [...$("kind").options].some((one) => one.value === pick)) $("kind").value = pick;
    } catch (error) {
      if (!cancel.signal.aborted) $("fight").replaceChildren(el("p", { className: "notice" }, error.message));
    }
  }

  // The chance of each side at each moment, by fresh fights from there: roughly at first, then more and more surely.
  weigh({ draft, matchup }) {
    const cancel = (this.chancing = new AbortController());
    turn += 1;
    delete document.body.dataset.chances;
    stream("api/chances", { tab, turn, draft, matchup, fight: this.told.number }, cancel.signal, (name, data) => {
      if (name === "chances") this.weighed(data);
      if (name === "failed") this.chance.replaceChildren(`The chances are unknown: ${data.message}`);
      // For tests: all fresh fights have been played.
      if (name === "done") document.body.dataset.chances = this.chances.fights;
    }).catch((error) => {
      if (!cancel.signal.aborted) this.chance.replaceChildren(`The chances are unknown: ${error.message}`);
    });
  }

  weighed(data) {
    this.chances = data;
    this.curve.replaceChildren(...nodes(data.chart));
    const plot = this.curve.querySelector("svg svg");
    this.cursor = document.createElementNS("http://www.w3.org/2000/svg", "line");
    this.cursor.setAttribute("class", "cursor");
    this.cursor.setAttribute("y1", 0);
    this.cursor.setAttribute("y2", 1000);
    plot.append(this.cursor);
    this.odds();
  }

  // The chances at the sentence shown.
  odds() {
    if (!this.chances) return;
    const { fights, rows, apart } = this.chances;
    const row = rows.findLast((one) => one.lines <= this.at) ?? rows[0];
    const isOver = row === rows.at(-1);
    const sides = row.chances.map(({ side, chance, chance_low, chance_high }, at) => [
      el("span", { className: `chance s${at % 6}` }, el("i", {}), `${side} `, el("b", {}, percent(chance, isOver ? 0 : 1)), isOver ? null : el("span", { className: "aside" }, `${(100 * chance_low).toFixed(1)} to ${percent(chance_high)}`)), " "]);
    const others = 1 - apart.reduce((sum, at) => sum + row.chances[at].chance, 0);
    this.chance.replaceChildren("Chance to win from here: ", ...sides.flat(), others > 0.0005 ? `no winner ${percent(others)} ` : "", el("span", { className: "aside" }, isOver ? "the fight is over" : `${grouped(fights)} fresh fights`));
    const at = (1000 * Math.min(this.at, rows.at(-1).lines)) / Math.max(1, rows.at(-1).lines);
    this.cursor.setAttribute("x1", at);
    this.cursor.setAttribute("x2", at);
  }

  show(told) {
    this.told = told;
    this.chances = null;
    this.chance = el("p", { className: "chance-now" }, "Chance to win from here: …");
    this.curve = el("div", { className: "curve" });
    this.at = 0;
    $("number").value = told.number;
    this.maps = maps(told);
    const button = (label, name, work) => el("button", { type: "button", title: name, onclick: work }, label);
    this.playing = button("Play", "Play or pause", () => (this.timer ? this.pause() : this.play()));
    this.slider = el("input", { type: "range", min: 0, max: told.lines.length, value: 0, "aria-label": "Sentence", oninput: () => this.go(Number(this.slider.value)) });
    this.speed = el("select", { "aria-label": "Speed" }, [["slow", 1400], ["plain", 700], ["fast", 250]].map(([name, wait]) => el("option", { value: wait, selected: wait === 700 }, name)));
    this.where = el("span", { className: "aside" });
    this.bars = told.fighters.map((one) => {
      const fill = el("div", { className: "fill" });
      const number = el("span", { className: "figure" });
      const row = el("li", { className: `s${one.side % 6}` }, el("span", { className: "name" }, one.name), one.health ? el("div", { className: "bar-of small" }, fill) : null, number);
      return { fill, number, row, one };
    });
    const sides = told.sides.map((name, side) => el("section", { className: `side s${side % 6}` }, el("h4", {}, name), el("ul", {}, this.bars.filter((bar) => bar.one.side === side).map((bar) => bar.row))));
    this.field = el("div", { className: "field", role: "img", "aria-label": "Map" });
    let round = null;
    this.lines = [];
    const keys = { ArrowDown: () => this.step(1), ArrowUp: () => this.step(-1), PageDown: () => this.toRound(1), PageUp: () => this.toRound(-1), Home: () => this.go(0), End: () => this.go(told.lines.length) };
    const story = el("ol", { className: "story-lines", tabIndex: 0, "aria-label": "Sentences", onkeydown: (event) => {
      if (!keys[event.key]) return;
      event.preventDefault();
      keys[event.key]();
    } });
    told.lines.forEach((line, at) => {
      if (line.round !== round) {
        round = line.round;
        story.append(el("li", { className: "round" }, round ? `Round ${round}` : "Before the first round"));
      }
      const isMap = this.maps.rows.has(at);
      const node = el("li", { hidden: isMap, "data-at": at, title: line.why.join("\n"), onclick: () => this.go(at + 1) }, line.text, " ", el("span", { className: "clause" }, line.clause));
      this.lines.push(node);
      story.append(node);
    });
    this.end = el("li", { className: "round ending" }, `${told.ending}.`);
    story.append(this.end);
    this.story = story;
    $("fight").replaceChildren(
      el("p", { className: "byline" }, `${told.matchup}, fight ${told.number}`, told.remark ? `: ${told.remark}` : "", ". ", el("code", {}, told.command)),
      el("div", { className: "player", role: "group", "aria-label": "Player" },
button("Start", "To the start", () => this.go(0)), button("« Round", "To the previous round", () => this.toRound(-1)), button("‹ Back", "One sentence back", () => this.step(-1)),
        this.playing, button("Step ›", "One sentence forward", () => this.step(1)), button("Round »", "To the next round", () => this.toRound(1)), button("End", "To the end", () => this.go(told.lines.length)), this.speed, this.slider, this.where),
      el("div", { className: "sides" }, sides), el("section", { className: "chances", "aria-label": "Chances" }, this.chance, this.curve), this.maps.all.length ? this.field : "", story);
    this.drawn = null;
    this.go(0);
  }

  // The next sentence that is no line of a map.
  step(by) {
    let next = this.at + by;
    while (next > 0 && next < this.told.lines.length && this.maps.rows.has(next - 1)) next += by;
    this.go(next);
  }

  toRound(by) {
    const rounds = this.told.lines.map((line) => line.round);
    const now = rounds[Math.max(0, this.at - 1)] ?? 0;
    const at = by > 0 ? rounds.findIndex((round) => round > now) : rounds.findIndex((round) => round === now - 1 || round === now);
    this.go(at < 0 ? this.told.lines.length : at + 1);
  }

  play() {
    if (this.at >= this.told.lines.length) this.go(0);
    this.playing.textContent = "Pause";
    const next = () => {
      this.step(1);
      this.timer = this.at < this.told.lines.length ? setTimeout(next, Number(this.speed.value)) : 0;
      if (!this.timer) this.pause();
    };
    this.timer = setTimeout(next, 50);
  }

  pause() {
    clearTimeout(this.timer);
    this.timer = 0;
    if (!this.playing) return;
    this.playing.textContent = "Play";
  }

  // Shows the situation after this number of sentences.
  go(at) {
    const { lines, moments } = this.told;
    this.at = Math.min(lines.length, Math.max(0, at));
    this.slider.value = this.at;
    const moment = moments.findLast((one) => one.lines <= this.at) ?? moments[0];
    this.bars.forEach((bar, who) => {
      const standing = moment.standing[who];
      const health = moment.health[who];
      bar.row.classList.toggle("down", !standing);
      bar.fill.style.width = `${bar.one.health ? (100 * health) / bar.one.health : 0}%`;
      bar.number.textContent = bar.one.health ? `${health}/${bar.one.health}` : standing ? "standing" : "out";
    });
    this.lines.forEach((node, n) => {
      node.classList.toggle("told", n < this.at);
      node.classList.toggle("now", n === this.at - 1);
    });
    this.end.classList.toggle("told", this.at === lines.length);
    const round = lines[Math.max(0, this.at - 1)]?.round ?? 0;
    this.where.textContent = `round ${round} of ${this.told.rounds}`;
    this.odds();
    const now = this.at === lines.length ? this.end : this.lines[Math.max(0, this.at - 1)];
    if (now && this.at) this.story.scrollTop = now.offsetTop - this.story.offsetTop - this.story.clientHeight / 2;
    else this.story.scrollTop = 0;
    this.map();
  }

  map() {
    const { all, ground, bounds, moves } = this.maps;
    if (!all.length) return;
    const shown = all.findLast((one) => one.at <= this.at) ?? all[0];
    const [columns, rows] = [bounds.right - bounds.left + 1, bounds.top - bounds.bottom + 1];
    if (!this.drawn) {
      this.drawn = true;
      this.field.style.setProperty("--columns", columns);
      this.field.style.setProperty("--rows", rows);
      const known = { "#": "wall", ".": "open", ",": "rough", ";": "worse" };
      const cells = [];
      for (let y = bounds.top; y >= bounds.bottom; y -= 1) {
        for (let x = bounds.left; x <= bounds.right; x += 1) {
          const sign = ground.get(`${x}, ${y}`) ?? ".";
          cells.push(el("div", { className: `cell ${known[sign] ?? "thing"}`, title: `${x}, ${y}`, style: { "grid-column": x - bounds.left + 1, "grid-row": bounds.top - y + 1 } }, known[sign] ? "" : sign));
        }
      }
      this.field.replaceChildren(...cells);
      this.tokens = new Map();
    }
    // Where everybody was last seen: on the maps until now, and by the moves since.
    const places = new Map();
    for (const map of all) {
      if (map.at > shown.at) break;
      for (const one of map.people) places.set(one.name, one);
    }
    for (let at = shown.at; at < this.at; at += 1) {
      const move = moves.get(at);
      if (move && places.has(move.name)) places.set(move.name, { ...places.get(move.name), ...move });
    }
    const moment = this.told.moments.findLast((one) => one.lines <= this.at) ?? this.told.moments[0];
    this.told.fighters.forEach(({ name, side }, who) => {
      const place = places.get(name);
      let token = this.tokens.get(name);
      if (!place) {
        if (token) token.hidden = true;
        return;
      }
      const { letter, x, y, size = 1 } = place;
      if (!token) {
        token = el("div", { className: `token s${side % 6}`, title: name }, letter);
        this.tokens.set(name, token);
        this.field.append(token);
      }
      const isDown = !moment.standing[who];
      // Somebody who has left is on no later map; the dead are, under a sign of their own.
      token.hidden = isDown && !shown.people.some((one) => one.name === name) && !shown.dead.has(`${x}, ${y}`);
      token.classList.toggle("down", isDown);
      token.style.left = `${(100 * (x - bounds.left)) / columns}%`;
      token.style.top = `${(100 * (bounds.top + 1 - y - size)) / rows}%`;
      token.style.width = `${(100 * size) / columns}%`;
      token.style.height = `${(100 * size) / rows}%`;
    });
  }
}

// The fight as the events of `explain --format jsonl` tell it: its fighters, its sentences, and the moments between them
// with the standing fighters and their health.
function heard({ events, ...told }) {
  const [first, last] = [events[0], events.at(-1)];
  const fighters = first.fighters.map((one) => ({ name: one.name, side: first.sides.indexOf(one.side), health: one.health ?? 0 }));
  const lines = [];
  const moments = [];
  for (const event of events) {
    if (event.event === "sentence") lines.push({ ...event, why: reasons(event.decided) });
    if (event.event !== "state") continue;
    const standing = new Set(event.standing);
    moments.push({ lines: lines.length, standing: fighters.map((one) => standing.has(one.name)), health: fighters.map((one) => event.health?.[one.name] ?? 0) });
  }
  return { ...told, number: first.fight, matchup: first.matchup, sides: first.sides, fighters, lines, moments, rounds: last.rounds };
}

// The lines of policies behind a sentence, a text for each fighter.
function reasons(decided) {
  const texts = [];
  let before = null;
  for (const { fighter, policy, list, number, line } of decided) {
    const taken = `${list} ${number}: ${line}`;
    if (fighter === before) texts.push(`${texts.pop()}; ${taken}`);
    else texts.push(`${fighter}: ${policy}, ${taken}`);
    before = fighter;
  }
  return texts;
}

// The maps in a story, which are drawn at the start of each round, and the moves to a column and a row that sentences tell.
// A map shows only the surroundings of the fighters, with numbers of columns above and of rows on the left; the field is
// everything that any of them shows.
function maps(told) {
  const all = [];
  const rows = new Set();
  const moves = new Map();
  const ground = new Map();
  const names = told.fighters.map((one) => one.name);
  let open = null;
  told.lines.forEach(({ text }, at) => {
    if (/^\s/.test(text)) {
      rows.add(at);
      open ??= { at, rulers: [], rows: [] };
      if (text.slice(0, 4).trim()) open.rows.push({ y: Number(text.slice(0, 4)), signs: [...text.slice(4)] });
      else open.rulers.push(text.slice(4));
      return;
    }
    const key = new Map();
    if (open) {
      for (const part of text.replace(/\.$/, "").split(/, (?=[^\s,] )/)) {
        const found = /^(\S) (.+?)(?: \(under (\S)\))?$/.exec(part);
        if (found && names.includes(found[2])) key.set(found[2], { letter: found[1], under: found[3] });
      }
      all.push(seen(open, key, ground));
      open = null;
    }
    if (key.size) {
      rows.add(at);
      return;
    }
    const move = /\bto (\d+), (\d+)\b/.exec(text);
    const name = move && names.filter((one) => text.startsWith(`${one} `)).sort((a, b) => b.length - a.length)[0];
    if (name) moves.set(at, { name, x: Number(move[1]), y: Number(move[2]) });
  });
  const places = [...ground.keys()].map((place) => place.split(", ").map(Number)).concat(all.length ? [...moves.values()].map(({ x, y }) => [x, y]) : []);
  const [across, up] = [0, 1].map((at) => places.map((place) => place[at]));
  const bounds = { left: Math.min(...across), right: Math.max(...across), bottom: Math.min(...up), top: Math.max(...up) };
  return { all, rows, moves, ground, bounds };
}

const DEAD = "†";

// The people on a map, and its ground, which is added to what other maps have shown. The ground under somebody is open
// unless another map shows it.
function seen({ at, rulers, rows }, key, ground) {
  const digit = (ruler) => (ruler === undefined || ruler[0] === " " ? 0 : ruler.charCodeAt(0) - 48);
  const left = rulers.length > 1 ? 10 * digit(rulers[0]) + digit(rulers[1]) : digit(rulers[0]);
  const letters = new Set([...key.values()].map((one) => one.letter));
  const cells = rows.flatMap(({ y, signs }) => signs.map((sign, column) => ({ sign, x: left + column, y })));
  const dead = new Set();
  for (const { sign, x, y } of cells) {
    const place = `${x}, ${y}`;
    if (sign === DEAD) dead.add(place);
    if (sign === DEAD || letters.has(sign)) ground.set(place, ground.get(place) ?? ".");
    else ground.set(place, sign);
  }
  const people = [];
  for (const [name, { letter, under }] of key) {
    if (letter === DEAD) continue;
    const own = cells.filter((one) => one.sign === letter);
    const places = own.length ? own : cells.filter((one) => one.sign === under);
    if (!places.length) continue;
    const [x, y] = [Math.min(...places.map((one) => one.x)), Math.min(...places.map((one) => one.y))];
    people.push({ name, letter, x, y, size: Math.max(...places.map((one) => one.x)) - x + 1 });
  }
  return { at, people, dead };
}
