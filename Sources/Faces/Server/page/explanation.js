// Why an item is listed as it is: which tag of its file, or what beside it, each value comes from.
import { get } from "./api.js";
import { dialog } from "./dialog.js";
import { el, fill, name } from "./dom.js";
import { titleOf } from "./format.js";
import { text } from "./text.js";

/** Shows it in a dialog; the file is read for it. */
export function explain(item) {
  const body = el("div", { class: "explanation", "aria-busy": "true" }, el("p", { class: "sub", role: "status" }, text.readingFile));
  const box = dialog(text.explanation, () => [el("p", { class: "lead" }, name(titleOf(item))), body]);
  box.classList.add("wide");
  get(`/items/${item.persistentID}/explanation`).then(
    (found) => fill(body, [
      found.album ? el("p", {}, name(sentence(found.album))) : null, found.kind ? el("p", {}, name(sentence(found.kind))) : null,
      found.properties.length ? table(found.properties) : el("p", { class: "sub" }, text.noTags), el("p", { class: "sub" }, name(found.path)),
    ]),
    (error) => fill(body, el("p", { class: "problem", role: "alert" }, error.message))).finally(() => body.removeAttribute("aria-busy"));
}

const sentence = (words) => words[0].toUpperCase() + words.slice(1);

function table(properties) {
  return el("div", { class: "table-box", tabIndex: 0, role: "group", "aria-label": text.explanation }, el("table", {},
    el("thead", {}, el("tr", {}, [text.property, text.value, text.comesFrom].map((title) => el("th", { scope: "col" }, title)))),
    el("tbody", {}, properties.map((property) => el("tr", {},
      el("th", { scope: "row" }, words(property.name)), el("td", {}, name(property.value.join("; "))),
      el("td", {}, property.from.map((source) => el("span", { class: "source" }, name(sourceOf(source)))),
        property.note ? el("span", { class: "sub source" }, property.note) : null,
        property.outranked.map((source) => el("span", { class: "sub source" }, text.outranked, " ", name(sourceOf(source)), ": ", name(source.values?.join("; ") ?? "")))))))));
}

const sourceOf = (source) => [source.tag, source.key, source.file].filter(Boolean).join(" · ");

/** `albumTrackNumber` as words. */
const words = (key) => sentence(key.replace(/[A-Z]+/g, (letters) => ` ${letters.length > 1 ? letters : letters.toLowerCase()}`));
