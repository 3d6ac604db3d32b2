// Elements of the page. Every text from a scenario becomes a text node; markup comes from the server alone, which has
// escaped all texts in it, and is parsed by a parser that runs no script.

export const $ = (id) => document.getElementById(id);

// Creates an element: its attributes and properties, then its children, which are nodes or texts.
export function el(name, attributes = {}, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else if (key === "style") Object.entries(value).forEach(([name, text]) => node.style.setProperty(name, text));
    else if (key in node && key !== "list" && key !== "form") node[key] = value;
    else node.setAttribute(key, value === true ? "" : value);
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

// The nodes of a piece of markup from the server.
export function nodes(markup) {
  const parsed = new DOMParser().parseFromString(markup, "text/html");
  const found = [...parsed.body.childNodes];
  return found.map((node) => document.adoptNode(node));
}

// Replaces the content of a section and keeps which of its details are open. They are known by the first words of their
// summaries and, where several have the same, by their order.
export function redraw(section, markup) {
  const named = (within) => {
    const counts = new Map();
    return [...within.querySelectorAll("details")].map((one) => {
      const name = one.querySelector("summary")?.firstChild?.textContent.trim();
      counts.set(name, (counts.get(name) ?? 0) + 1);
      return [`${name} ${counts.get(name)}`, one];
    });
  };
  const opened = new Map(named(section).map(([name, one]) => [name, one.open]));
  section.replaceChildren(...nodes(markup));
  for (const [name, one] of named(section)) if (opened.has(name)) one.open = opened.get(name);
}

export const debounce = (work, wait) => {
  let timer = 0;
  const later = (...values) => {
    clearTimeout(timer);
    timer = setTimeout(() => work(...values), wait);
  };
  later.cancel = () => clearTimeout(timer);
  return later;
};

export const percent = (share, digits = 1) => `${(100 * share).toFixed(digits)} %`;
export const grouped = (number) => Math.round(number).toString().replace(/\B(?=(\d{3})+$)/g, ",");

export async function copy(text, button) {
  let done = true;
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = el("textarea", { value: text, className: "unseen" });
    (button.closest("dialog") ?? document.body).append(area);
    area.select();
    done = document.execCommand("copy");
    area.remove();
  }
  const label = button.textContent;
  button.textContent = done ? "Copied" : "Not copied";
  setTimeout(() => { button.textContent = label; }, 1200);
}
