// Makes elements. Text becomes text nodes and nothing else, so that no name is ever markup.

/**
 * An element with its properties and children.
 *
 * Properties that begin with `on` are listeners, `class`, `dataset` and `style` (custom properties) what they say;
 * what the element knows is set as a property, everything else as an attribute. `null` and `false` are left out.
 */
export function el(name, properties = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (key === "class") element.className = value;
    else if (key === "dataset") Object.assign(element.dataset, value);
    else if (key === "style") for (const [name, text] of Object.entries(value)) element.style.setProperty(name, text);
    else if (key in element && !key.includes("-") && key !== "list" && key !== "role") element[key] = value;
    else element.setAttribute(key, value === true ? "" : value);
  }
  add(element, children);
  return element;
}

function add(element, children) {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    if (Array.isArray(child)) add(element, child);
    else element.append(child);
  }
}

/** Puts other children in the place of those that an element has. */
export function fill(element, ...children) {
  element.replaceChildren();
  add(element, children);
  return element;
}

/** An element of SVG; its attributes are set as they are. */
export function svg(name, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  add(element, children);
  return element;
}

/** Text of the library: its own direction decides how it runs, and its whole can be read where it is cut. */
export function name(text, properties = {}) {
  const shown = cut(text);
  return el("span", { dir: "auto", title: shown, ...properties }, shown);
}

/** Several names in one line: each runs in its own direction, and leaves the others where they are. */
export function names(parts) {
  const shown = parts.flat().filter((part) => part || part === 0).map(String);
  if (shown.length < 2) return name(shown[0] ?? "");
  return el("span", { title: cut(shown.join(" · ")) }, shown.map((part, index) => [index ? " · " : null, el("bdi", {}, cut(part))]));
}

const cut = (text) => (text.length > 300 ? text.slice(0, 300) + "…" : text);

/** A link to a view; the router follows it without loading the page again. */
export function link(href, properties, ...children) {
  return el("a", { ...properties, href }, ...children);
}
