// The text of the scenario, with its faults at their places.

import { $, debounce, el } from "./dom.js";

export class Text {
  constructor(page) {
    this.page = page;
    this.saved = "";
    this.found = [];
    const area = $("text");
    const typed = debounce(() => {
      this.pending = false;
      page.change(area.value);
    }, 180);
    area.addEventListener("input", () => {
      this.pending = true;
      this.found = [];
      this.paint();
      typed();
    });
    area.addEventListener("scroll", () => this.scroll());
    area.addEventListener("keydown", (event) => {
      // Escape and Tab leave the field, as everywhere on the page.
      if (event.key === "Escape") area.blur();
    });
    this.typed = typed;
  }

  put(value) {
    this.typed.cancel();
    this.pending = false;
    if ($("text").value !== value) {
      $("text").value = value;
      this.paint();
    }
  }

  update(state) {
    $("revert").disabled = state.text === null;
    if (document.activeElement !== $("text") && !this.pending) this.put(state.text ?? this.saved);
    this.state = state;
  }

  // Shows faults; `null` if there are none.
  faults(data) {
    const list = data?.faults ?? [];
    this.found = list.filter((one) => one.place.text).map((one) => one.place.text);
    this.paint();
    if (!list.length) {
      if ($("faults").childNodes.length) $("faults").replaceChildren();
      return;
    }
    const shown = list.slice(0, 20).map((one) => {
      const { text, set, file } = one.place;
      const setting = set && this.state?.set[set.index];
      const where = text ? `line ${text.line}` : file ? `${file.name}, line ${file.line}` : setting ? setting.path : "";
      return el("li", { "data-code": one.code },
        el("b", {}, one.message), where ? [" ", text
          ? el("button", { type: "button", className: "link", onclick: () => this.select(text) }, where)
          : el("span", { className: "aside" }, where)] : null,
        setting ? [" ", el("button", { type: "button", onclick: () => this.page.remove(setting.path) }, "Remove this change")] : null,
        one.help ? el("div", { className: "note" }, one.help) : null);
    });
    $("faults").replaceChildren(el("p", {}, list.length === 1 ? "1 fault" : `${list.length} faults`), el("ul", {}, shown),
      el("details", {}, el("summary", {}, "as on the command line"), el("pre", {}, data.text)));
  }

  select(place) {
    $("tab-text").click();
    const area = $("text");
    area.focus();
    area.setSelectionRange(place.start, Math.max(place.end, place.start + 1));
    const lines = area.value.slice(0, place.start).split("\n").length;
    area.scrollTop = Math.max(0, (lines - 6) * parseFloat(getComputedStyle(area).lineHeight));
    this.scroll();
  }

  paint() {
    const value = $("text").value;
    const lines = value.split("\n").length;
    const faulty = new Set(this.found.map((one) => one.line));
    $("gutter").replaceChildren(...Array.from({ length: lines }, (_, at) => el("span", { className: faulty.has(at + 1) ? "fault" : "" }, `${at + 1}\n`)));
    const parts = [];
    let at = 0;
    for (const { start, end } of this.found.slice().sort((a, b) => a.start - b.start)) {
      if (start < at) continue;
      const stop = Math.max(end, start + 1);
      parts.push(value.slice(at, start), el("mark", {}, value.slice(start, stop) || " "));
      at = stop;
    }
    parts.push(value.slice(at), "\n");
    $("backdrop").replaceChildren(...parts);
    this.scroll();
  }

  scroll() {
    $("gutter").scrollTop = $("text").scrollTop;
    $("backdrop").scrollTop = $("text").scrollTop;
    $("backdrop").scrollLeft = $("text").scrollLeft;
  }
}
