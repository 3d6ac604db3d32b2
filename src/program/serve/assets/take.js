// Exports the changes, and the results as files.

import { $, copy, el } from "./dom.js";
import { ask, file, tab } from "./ask.js";

export class Take {
  constructor(page) {
    this.page = page;
  }

  async open() {
    const body = $("take-body");
    body.replaceChildren(el("p", { className: "note" }, "…"));
    $("take-dialog").showModal();
    try {
      const taken = await ask("api/take", this.page.draft());
      body.replaceChildren(...this.parts(taken));
    } catch (error) {
      body.replaceChildren(el("p", { className: "notice" }, error.message));
    }
  }

  parts(taken) {
    const shown = (title, text, note) => {
      const button = el("button", { type: "button", onclick: () => copy(text, button) }, "Copy");
      return [el("h3", {}, title), el("div", { className: "copied" }, el("pre", { tabIndex: 0 }, text), button), note ? el("p", { className: "note" }, note) : null];
    };
    const name = el("input", { type: "text", value: "changed.toml", "aria-label": "Name of the new file" });
    const said = el("p", { className: "note", role: "status" });
    const fights = el("input", { type: "number", min: 1, max: 1000000, value: this.page.fights(), "aria-label": "Fights of each matchup" });
    return [
      taken.toml ? shown("As TOML", taken.toml, "Only what differs from the text: put it into the scenario.") : el("p", {}, "Nothing has been changed."),
      shown("As a command", taken.command, this.page.draft().text === null ? null : "The command is of the saved file: the text here has been edited."),
      shown("As a link", this.page.link(), "It works while this server runs. After that, add its part from # on to the new address."),
      el("h3", {}, "As a new file"),
      el("form", { className: "bar", onsubmit: (event) => { event.preventDefault(); this.save(name.value, false, said); } },
        name, el("button", { type: "submit" }, "Save")),
      said,
      el("h3", {}, "The results"),
      el("p", { className: "bar" }, el("label", {}, fights, " fights of each matchup: "),
        [["tables", "Tables (CSV)"], ["workbook", "Workbook"], ["page", "Page"]].map(([form, label]) => {
          const button = el("button", { type: "button", onclick: () => this.export(form, Number(fights.value), button, said) }, label);
          return button;
        })),
    ].flat(2).filter(Boolean);
  }

  async save(name, replaces, said) {
    try {
      const answer = await ask("api/save", { draft: this.page.draft(), name, replaces });
      if (answer.exists) {
        const button = el("button", { type: "button", onclick: () => this.save(name, true, said) }, `Replace ${name}`);
        said.replaceChildren("There is a file of this name already. ", button);
      } else {
        said.textContent = `Saved: ${answer.saved}`;
      }
    } catch (error) {
      said.textContent = error.message;
    }
  }

  async export(form, fights, button, said) {
    const label = button.textContent;
    button.disabled = true;
    button.textContent = "…";
    try {
      const { name, content } = await file("api/export", { tab, draft: this.page.draft(), fights, form });
      const address = URL.createObjectURL(content);
      el("a", { href: address, download: name }).click();
      setTimeout(() => URL.revokeObjectURL(address), 10000);
      said.textContent = `${name} was created.`;
    } catch (error) {
      said.textContent = error.message;
    }
    button.disabled = false;
    button.textContent = label;
  }
}
