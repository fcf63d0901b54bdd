// Pictures of albums and items, with a quiet place of the same size where there is none.
import { coverOf } from "./api.js";
import { el } from "./dom.js";
import { icon } from "./icons.js";

/** A picture, `size` pixels wide on screen; its name is beside it, so that it has none of its own. */
export function cover(thing, size, picture = "album") {
  const url = thing ? coverOf(thing, size) : null;
  const box = el("div", { class: "cover" });
  const empty = () => box.replaceChildren(icon(picture));
  if (!url) {
    empty();
    return box;
  }
  box.append(el("img", {
    src: url, alt: "", loading: size > 300 ? "eager" : "lazy", decoding: "async", draggable: false, onerror: empty,
  }));
  return box;
}
