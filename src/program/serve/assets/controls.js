// The values of a scenario as controls: those of the question first, all others by search.

import { $, debounce, el } from "./dom.js";

const MOST = 400;
const TIERS = ["Written in the scenario", "The fighters' other numbers", "What they use", "The rest of the book"];
const BARE = /^[A-Za-z][\w-]*$/;
const DICE = /^\s*([+-]?\s*\d*\s*[dD]\s*\d+)?\s*([+-]\s*\d+|\d+)?\s*$/;

const word = (text) => (BARE.test(text) && !["true", "false", "inf", "nan"].includes(text) ? text : JSON.stringify(text));

// A value as it stands after `=`: TOML, or a word without quotes.
function read(text) {
  if (text === "true" || text === "false") return text === "true";
  if (/^[+-]?\d[\d_]*(\.\d+)?$/.test(text)) return Number(text.replaceAll("_", ""));
  if (text.startsWith('"')) {
    try {
      return JSON.parse(text);
    } catch {
      return text;
    }
  }
  return text;
}

// A path that may be broken after each of its parts.
const broken = (path) => path.split(/(?<=[._\]])(?=.)/).flatMap((part, at) => (at ? [el("wbr"), part] : [part]));

export class Controls {
  constructor(page) {
    this.page = page;
    this.clear();
    const draw = debounce(() => this.draw(), 80);
    $("search").addEventListener("input", draw);
    $("all").addEventListener("change", draw);
  }

  clear() {
    this.found = null;
    this.own = new Map();
    this.made = new Map();
    this.varied = [];
    this.state = { set: [], matchup: 0 };
    $("controls").replaceChildren();
  }

  // The values of the file itself.
  originals(found) {
    if (!found.controls) return;
    this.own = new Map(found.controls.map((one) => [one.path, one.value]));
  }

  show(found, state) {
    const signature = (of) => JSON.stringify(of.controls.map((one) => [one.path, one.row, one.tier, one.axis]));
    const same = this.found && signature(this.found) === signature(found) && JSON.stringify(this.found.rows) === JSON.stringify(found.rows);
    this.found = found;
    this.state = state;
    if (same) this.update(state);
    else this.draw();
  }

  // The axes: which matchup is shown, and the values that are compared.
  axes(data, state) {
    const signature = JSON.stringify([data.axes, data.matchups]);
    this.state = state;
    if (signature !== this.axesShown) {
      this.axesShown = signature;
      this.varied = data.axes;
      if (this.found) this.draw();
    }
  }

  value(control) {
    const set = this.state.set.find((one) => one.path === control.path);
    return set ? read(set.value) : control.value;
  }

  draw() {
    if (!this.found) return;
    const active = document.activeElement?.closest?.("[data-path]")?.dataset.path;
    const search = $("search").value.trim().toLowerCase();
    const all = $("all").checked;
    const words = search.split(/\s+/).filter(Boolean);
    const fits = (control) => {
      const text = `${control.path} ${this.found.rows[control.row].doc} ${this.found.rows[control.row].clause}`.toLowerCase();
      return words.every((one) => text.includes(one));
    };
    const isSet = (control) => this.state.set.some((one) => one.path === control.path);
    const wanted = this.found.controls.filter((control) => (words.length ? fits(control) : all || control.tier === 0 || isSet(control)));
    this.made = new Map();
    const parts = [];
    if (!words.length && this.varied.length) parts.push(this.ofAxes());
    const shown = wanted.slice().sort((a, b) => a.tier - b.tier).slice(0, MOST);
    let tier = -1;
    let groups = new Map();
    const flush = () => {
      for (const [group, rows] of groups) parts.push(el("fieldset", {}, el("legend", {}, this.heading(group)), rows));
      groups = new Map();
    };
    for (const control of shown) {
      if (control.tier !== tier) {
        flush();
        tier = control.tier;
        if (words.length || all) parts.push(el("h3", {}, TIERS[tier]));
      }
      if (!groups.has(control.group)) groups.set(control.group, []);
      groups.get(control.group).push(this.control(control));
    }
    flush();
    if (wanted.length > shown.length) parts.push(el("p", { className: "note" }, `${shown.length} of ${wanted.length}: search for the others.`));
    if (!wanted.length) parts.push(el("p", { className: "note" }, words.length ? "No number has these words." : "No number is written in the scenario."));
    else if (!words.length && !all) parts.push(el("p", { className: "note" }, `${this.found.controls.length - shown.length} more numbers: search for them, or tick “all”.`));
    $("controls").replaceChildren(...parts);
    if (active) $("controls").querySelector(`[data-path="${CSS.escape(active)}"] :is(input, select)`)?.focus();
  }

  // A group by its name; of a side, by the side's.
  heading(group) {
    const name = this.found.controls.find((one) => one.path === `${group}.name`);
    return name && group.startsWith("sides[") ? `side ${this.value(name)}` : group.replace(/^combatants\./, "");
  }

  ofAxes() {
    const sizes = this.varied.map((axis) => axis.values.length);
    let rest = this.state.matchup;
    const chosen = sizes.map(() => 0);
    for (let at = sizes.length - 1; at >= 0; at -= 1) {
      chosen[at] = rest % sizes[at];
      rest = Math.floor(rest / sizes[at]);
    }
    const rows = this.varied.map((axis, at) => {
      const id = `axis-${at}`;
      const select = el("select", { id, onchange: (event) => {
        const next = chosen.slice();
        next[at] = Number(event.target.value);
        chosen[at] = next[at];
        this.page.setMatchup(next.reduce((sum, value, place) => sum * sizes[place] + value, 0));
      } }, axis.values.map((value, place) => el("option", { value: place, selected: place === chosen[at] }, value)));
      const numbers = axis.values.every((value) => /^-?\d+(\.\d+)?$/.test(value));
      const path = `vary[${at}].to`;
      const values = numbers && el("input", { type: "text", value: axis.values.join(", "), "aria-label": `values of ${axis.name}`,
        title: "The values that are compared", onchange: (event) => {
          const list = event.target.value.split(/[,\s]+/).filter(Boolean);
          this.page.change(path, `[${list.map((one) => (/^-?\d+(\.\d+)?$/.test(one) ? one : JSON.stringify(one))).join(", ")}]`);
        } });
      return el("div", { className: "control axis", "data-path": path },
        el("label", { htmlFor: id, title: axis.paths.join(", ") }, axis.name), el("span", { className: "input" }, select, values || null));
    });
    return el("fieldset", {}, el("legend", {}, "Axes"), rows);
  }

  control(control) {
    const row = this.found.rows[control.row];
    const id = `c-${control.path}`;
    const note = [row.doc, row.unsaid && `default: ${row.unsaid}`, row.clause].filter(Boolean).join(" · ");
    const disabled = Boolean(control.axis);
    const parts = this.input(control, row, id, disabled);
    const reset = el("button", { type: "button", className: "undo", title: "As in the file", "aria-label": `${control.path} as in the file`, onclick: () => this.page.change(control.path, null) }, "↺");
    const node = el("div", { className: "control", "data-path": control.path },
      el("label", { htmlFor: id, title: control.path }, broken(control.key || control.path)),
      el("span", { className: "input" }, parts.nodes, row.unit ? el("span", { className: "unit", title: row.unit }, row.unit === "percent" ? "%" : row.unit) : null, reset),
      el("p", { className: "doc", id: `${id}-doc` }, disabled ? `varied by the axis “${control.axis}” · ${note}` : note));
    for (const one of node.querySelectorAll("input, select")) one.setAttribute("aria-describedby", `${id}-doc`);
    const made = { control, row, put: parts.put, node, reset };
    this.made.set(control.path, made);
    this.refresh(made);
    return node;
  }

  input(control, row, id, disabled) {
    const change = (text) => {
      const own = this.own.get(control.path);
      const back = own !== undefined && own !== null && text !== null && read(text) === own;
      this.page.change(control.path, back ? null : text);
    };
    if (row.kind === "truth") {
      const box = el("input", { id, type: "checkbox", disabled, onchange: () => change(String(box.checked)) });
      return { nodes: [box], put: (value) => { box.checked = value === null ? row.unsaid === "true" : Boolean(value); } };
    }
    if (["whole", "scaled", "number"].includes(row.kind)) return this.number(control, row, id, disabled, change);
    if (row.kind === "dice") return this.dice(row, id, disabled, change);
    if (row.kind === "option" && row.least !== undefined && row.words.length < 2) return this.number(control, row, id, disabled, change);
    if (row.words?.length && !(row.kind === "option" && row.least !== undefined)) {
      const select = el("select", { id, disabled, onchange: () => change(select.value === "" ? null : this.said(row, select.value)) });
      const put = (value) => {
        const text = value === null ? "" : String(value);
        const options = row.words.map(([one, doc]) => el("option", { value: one, title: doc }, one));
        if (value === null) options.unshift(el("option", { value: "" }, row.unsaid ? `(${row.unsaid})` : "—"));
        else if (!row.words.some(([one]) => one === text)) options.unshift(el("option", { value: text }, text));
        select.replaceChildren(...options);
        select.value = text;
        const meaning = row.words.find(([one]) => one === (text || row.unsaid))?.[1];
        select.title = meaning ?? "";
      };
      return { nodes: [select], put };
    }
    const list = row.words?.length ? el("datalist", { id: `${id}-words` }, row.words.map(([one, doc]) => el("option", { value: one }, doc))) : null;
    const field = el("input", { id, type: "text", disabled, placeholder: row.unsaid, onchange: () => change(field.value === "" ? null : this.said(row, field.value)) });
    if (list) field.setAttribute("list", list.id);
    return { nodes: [field, list], put: (value) => { field.value = value === null || value === undefined ? "" : typeof value === "object" ? JSON.stringify(value) : String(value); } };
  }

  // A text as it is set: numbers among the words of a house rule stay numbers.
  said(row, text) {
    return row.kind === "option" && /^-?\d+$/.test(text) ? text : word(text);
  }

  number(control, row, id, disabled, change) {
    const least = row.least === undefined ? -Infinity : Number(row.least);
    const most = row.most === undefined ? Infinity : Number(row.most);
    const step = row.step === undefined ? 1 : Number(row.step);
    const field = el("input", { id, type: "number", step: row.kind === "number" ? "any" : step, disabled, placeholder: row.unsaid });
    if (Number.isFinite(least)) field.min = least;
    if (Number.isFinite(most)) field.max = most;
    const slider = el("input", { type: "range", disabled, step, tabIndex: -1, "aria-hidden": "true" });
    const start = Number(control.value ?? row.unsaid);
    const middle = Number.isFinite(start) ? start : Math.max(0, least);
    const whole = (most - least) / step <= 120;
    const span = Math.max(10 * step, Math.abs(middle));
    slider.min = whole ? least : Math.max(least, middle - span);
    slider.max = whole ? most : Math.min(most, middle + span);
    const write = (text) => {
      if (text === "") change(null);
      else if (Number.isFinite(Number(text))) change(text);
    };
    field.addEventListener("input", () => {
      if (field.value !== "" && field.validity.valid) write(field.value);
    });
    field.addEventListener("change", () => write(field.value));
    slider.addEventListener("input", () => {
      field.value = slider.value;
      write(slider.value);
    });
    const put = (value) => {
      const shown = value === null || value === undefined ? "" : String(value);
      if (document.activeElement !== field || Number(field.value) !== Number(shown)) field.value = shown;
      slider.value = shown === "" ? middle : shown;
    };
    return { nodes: [slider, field], put };
  }

  dice(row, id, disabled, change) {
    const field = el("input", { id, type: "text", disabled, placeholder: row.unsaid, className: "dice", onchange: () => write(field.value) });
    const write = (text) => {
      const fits = DICE.test(text);
      field.setAttribute("aria-invalid", !fits);
      if (text.trim() === "") change(null);
      else change(/^\s*\d+\s*$/.test(text) ? text.trim() : JSON.stringify(text.trim()));
    };
    const by = (amount) => () => {
      const [, dice, flat] = DICE.exec(field.value || "0") ?? [];
      const sum = Number((flat ?? "0").replace(/\s/g, "")) + amount;
      field.value = dice ? `${dice.replace(/\s/g, "")}${sum ? (sum > 0 ? `+${sum}` : sum) : ""}` : String(sum);
      write(field.value);
    };
    const button = (label, amount, name) => el("button", { type: "button", disabled, className: "step", "aria-label": name, onclick: by(amount) }, label);
    return {
      nodes: [button("−", -1, "one less"), field, button("+", 1, "one more")],
      put: (value) => { if (document.activeElement !== field) field.value = value === null || value === undefined ? "" : String(value); },
    };
  }

  refresh(made) {
    const set = this.state.set.some((one) => one.path === made.control.path);
    made.put(this.value(made.control));
    made.node.classList.toggle("set", set);
    made.reset.hidden = !set;
  }

  update(state) {
    this.state = state;
    const latest = new Map(this.found?.controls.map((one) => [one.path, one]) ?? []);
    for (const made of this.made.values()) {
      made.control = latest.get(made.control.path) ?? made.control;
      this.refresh(made);
    }
  }
}

