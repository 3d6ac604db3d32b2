// The answer: who wins, how surely, and what the last change did.

import { $, el, grouped, percent, redraw } from "./dom.js";

const KEPT = 40;

export class Answer {
  constructor(page) {
    this.page = page;
    this.clear();
    // A cell of a heat map names its matchup, which a click chooses.
    $("sections").addEventListener("click", (event) => {
      const title = event.target.closest?.("td[title]")?.title;
      const all = Object.entries(this.known.get(this.now)?.matchups ?? {});
      const found = title && all.find(([, line]) => title.startsWith(`${line.matchup}: `));
      if (found) this.page.setMatchup(Number(found[0]));
    });
  }

  clear() {
    this.known = new Map();
    this.now = null;
    this.other = null;
    this.focus = 0;
    this.fights = 1000;
    this.axes = [];
    this.rows = null;
    this.whole = false;
    this.drawnAxes = "";
    for (const id of ["axes", "headline", "status", "difference", "falls", "sections", "mini"]) $(id).replaceChildren();
  }

  sides() {
    return this.line()?.sides.map((one) => one.side) ?? [];
  }

  // A run begins: of this state, compared with that one.
  begin(now, other, focus) {
    this.now = now;
    this.other = other;
    this.focus = focus;
    this.rows = null;
    this.seen = false;
    document.body.classList.add("working");
    if (!this.known.has(now)) this.known.set(now, { matchups: {} });
    while (this.known.size > KEPT) this.known.delete(this.known.keys().next().value);
    $("against").disabled = false;
  }

  start(data) {
    this.focus = data.focus;
    this.axes = data.axes;
    this.many = data.matchups;
    this.most = data.most;
    this.precision = data.precision;
    this.drawAxes();
  }

  line(of = this.now) {
    return this.known.get(of)?.matchups[this.focus];
  }

  picture(data, ms) {
    document.body.classList.remove("stale");
    const known = this.known.get(this.now);
    Object.assign(known.matchups, data.matchups);
    if (data.fighters) known.fighters = data.fighters;
    known.precise = data.precise;
    this.fights = data.fights;
    // For tests and measurements: the time to the first picture of this run.
    if (!this.seen) document.body.dataset.ms = Math.round(ms);
    this.seen = true;
    document.body.dataset.fights = data.fights;
    this.draw();
    // While other matchups have no fights yet, the sections of the state before stay, so that the page does not jump.
    const keeps = !data.all && this.whole;
    $("sections").classList.toggle("older", keeps);
    if (data.sections && !keeps) {
      this.sections(data.sections);
      this.whole = data.all;
    }
  }

  difference(data) {
    this.rows = data;
    this.draw();
  }

  faulty() {
    document.body.classList.remove("working");
    document.body.classList.add("stale");
    const known = $("headline").childNodes.length > 0;
    $("status").textContent = known ? "The scenario has faults: the answer is the one from before." : "The scenario has faults and cannot be played.";
  }

  finish() {
    document.body.classList.remove("working");
    this.draw();
    // A screen reader hears the answer once it is precise, and not every picture on the way.
    const said = this.line()?.sides.map((side) => `${side.side} wins ${percent(side.win_rate)}`).join(", ");
    if (said) $("said").textContent = said;
  }

  draw() {
    const line = this.line();
    if (!line) return;
    const ghost = this.other && this.line(this.other);
    const all = line.fights;
    const change = (figure, side) => this.rows?.rows.find((row) => row.figure === figure && row.side === side);
    const rows = line.sides.map((side, at) => {
      const was = ghost?.sides.find((one) => one.side === side.side);
      const row = change("win_rate", side.side);
      const half = (side.win_rate_high - side.win_rate_low) / 2;
      const bar = el("div", { className: `bar-of s${at % 6}`, role: "img", "aria-label": `${percent(side.win_rate)}, interval ${percent(side.win_rate_low)} to ${percent(side.win_rate_high)}` },
        el("div", { className: "fill", style: { width: `${100 * side.win_rate}%` } }),
        el("div", { className: "range", style: { left: `${100 * side.win_rate_low}%`, width: `${100 * (side.win_rate_high - side.win_rate_low)}%` } }),
        was ? el("div", { className: "ghost", title: `before: ${percent(was.win_rate)}`, style: { width: `${100 * was.win_rate}%` } }) : null);
      return el("tr", { "data-side": side.side },
        el("th", { scope: "row" }, side.side),
        el("td", { className: "wide-bar" }, bar),
        el("td", { className: "figure", title: `${side.wins} of ${all} fights`, "data-wins": side.wins, "data-rate": side.win_rate }, percent(side.win_rate), el("span", { className: "aside" }, `± ${(100 * half).toFixed(half < 0.001 ? 2 : 1)}`)),
        el("td", { className: "change" }, row ? this.changed(row, 100, " pp") : was ? "…" : ""));
    });
    const rounds = change("rounds", null);
    const rest = [];
    if (line.draws) rest.push(`draws ${percent(line.draws / all)}`);
    if (line.undecided) rest.push(`undecided ${percent(line.undecided / all)}`);
    $("headline").replaceChildren(
      el("h2", {}, this.axes.length ? line.matchup : "Who wins"),
      el("table", { className: "headline" },
        el("thead", { className: "unseen" }, el("tr", {}, ["side", "", "win rate", "change"].map((head) => el("th", { scope: "col" }, head)))),
        el("tbody", {}, rows)),
      el("p", { className: "rounds" },
        "Rounds: ", el("b", {}, line.rounds_mean?.toFixed(2) ?? "—"), " on average",
        line.rounds_p10 === null ? "" : `, from ${line.rounds_p10} to ${line.rounds_p90} in most fights`,
        rounds ? [" (", this.changed(rounds, 1, ""), ")"] : null,
        rest.length ? ` · ${rest.join(" · ")}` : "",
        " · ", el("button", { type: "button", className: "link", onclick: () => this.page.watch("quartile=2") }, "watch a fight")));
    this.status(line);
    this.drawDifference();
    this.drawFalls();
    $("mini").replaceChildren(...line.sides.slice(0, 3).map((side, at) => el("span", { className: `s${at % 6}` }, el("i", {}), `${side.side} ${percent(side.win_rate)}`)));
  }

  changed(row, scale, unit) {
    const [low, mid, high] = row.difference.map((value) => value * scale);
    const sign = (value) => `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(1)}`;
    const words = { more: "▲", less: "▼", within: "≈", same: "=", open: "?" };
    const told = { more: "more", less: "less", within: "no difference worth mentioning", same: "the same fight", open: "undecided" };
    if (row.verdict === "same") return el("span", { className: "verdict", title: told.same }, "= no change");
    return el("span", { className: `verdict ${row.verdict}`, title: told[row.verdict] },
      `${words[row.verdict]} ${sign(mid)}${unit}`, el("span", { className: "aside" }, `${sign(low)} to ${sign(high)}`));
  }

  status(line) {
    const known = this.known.get(this.now);
    const working = document.body.classList.contains("working");
    const half = Math.max(...line.sides.map((side) => (side.win_rate_high - side.win_rate_low) / 2));
    const counted = Object.keys(known.matchups).length;
    const parts = [`${grouped(line.fights)} fights`, `± ${(100 * half).toFixed(1)} percentage points, at 95 %`];
    if (this.many > this.most) parts.push(`only this one of ${grouped(this.many)} matchups is played`);
    else if (this.many > 1) parts.push(`${Math.min(counted, this.many)} of ${this.many} matchups`);
    if (this.precision) parts.push(`run plays to the file's precision of ${this.precision}, this page to 0.5 %`);
    if (working) parts.push("getting sharper …");
    const text = parts.join(" · ");
    if ($("status").textContent !== text) $("status").textContent = text;
  }

  drawDifference() {
    const rows = this.rows?.rows.filter((row) => row.figure === "damage") ?? [];
    if (!this.rows || this.rows.same || !rows.length) {
      $("difference").replaceChildren(this.rows?.same ? el("p", { className: "note" }, "The change makes no difference to this matchup.") : "");
      return;
    }
    $("difference").replaceChildren(el("p", { className: "note" },
      "Damage done: ", rows.flatMap((row, at) => [at ? " · " : "", `${row.side} `, this.changed(row, 1, "")]),
      ` · ${grouped(this.rows.pairs)} pairs of fights under the same luck`));
  }

  // Who falls first.
  drawFalls() {
    const fighters = this.known.get(this.now)?.fighters;
    const sides = this.sides();
    const found = (fighters ?? []).map((one) => ({ ...one, share: Number(one.out_first) || 0 })).filter((one) => one.share > 0.0005);
    found.sort((a, b) => b.share - a.share);
    if (!found.length) {
      $("falls").replaceChildren();
      return;
    }
    const several = new Set(fighters.map((one) => `${one.side}/${one.combatant}/1`)).size < fighters.length;
    $("falls").replaceChildren(el("h3", {}, "Who falls first"), el("table", { className: "falls" }, el("tbody", {}, found.slice(0, 8).map((one) =>
      el("tr", {}, el("th", { scope: "row" }, `${one.combatant}${several ? ` ${one.fighter_number}` : ""}`, el("span", { className: "aside" }, one.side)),
        el("td", { className: "wide-bar" }, el("div", { className: `bar-of small s${Math.max(0, sides.indexOf(one.side)) % 6}` }, el("div", { className: "fill", style: { width: `${100 * one.share}%` } }))),
        el("td", { className: "figure" }, percent(one.share)))))));
  }

  // The chosen matchup, as buttons for each axis.
  drawAxes() {
    const sizes = this.axes.map((axis) => axis.values.length);
    let rest = this.focus;
    const chosen = [];
    for (let at = sizes.length - 1; at >= 0; at -= 1) {
      chosen[at] = rest % sizes[at];
      rest = Math.floor(rest / sizes[at]);
    }
    const signature = JSON.stringify([this.axes, this.focus]);
    if (signature === this.drawnAxes) return;
    this.drawnAxes = signature;
    const active = document.activeElement?.dataset?.axis;
    const place = (axis, value) => chosen.map((old, at) => (at === axis ? value : old)).reduce((sum, value_, at) => sum * sizes[at] + value_, 0);
    $("axes").replaceChildren(...this.axes.filter((axis) => axis.values.length > 1).map((axis) => {
      const at = this.axes.indexOf(axis);
      const choose = (event) => this.page.setMatchup(place(at, Number(event.target.value)));
      if (axis.values.length > 9) {
        return el("label", { className: "axis-of" }, axis.name, " ", el("select", { "data-axis": at, onchange: choose }, axis.values.map((value, n) => el("option", { value: n, selected: n === chosen[at] }, value))));
      }
      return el("fieldset", { className: "segments" }, el("legend", {}, axis.name), axis.values.map((value, n) => el("label", {},
        el("input", { type: "radio", name: `axis-${at}`, value: n, checked: n === chosen[at], "data-axis": `${at}`, onchange: choose }), el("span", {}, value))));
    }));
    if (active) $("axes").querySelector(`[data-axis="${active}"]:is(:checked, select)`)?.focus();
  }

  sections(sections) {
    for (const name of ["answer", "meant", "wins", "detail", "policies"]) {
      const id = `section-${name}`;
      let section = $(id);
      if (!section) {
        section = el("div", { id, className: name === "answer" ? "answer" : "" });
        $("sections").append(section);
      }
      section.hidden = !sections[name];
      redraw(section, sections[name] ?? "");
    }
  }
}

