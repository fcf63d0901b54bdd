// The files and folders that a scan could not read, and why; what one does not want to hear of is ignored.
import { get, send } from "./api.js";
import { attempt, button } from "./dialog.js";
import { el, fill, name } from "./dom.js";
import { icon } from "./icons.js";
import { on } from "./store.js";
import { text } from "./text.js";

const SIZE = 100;

export function problemList(signal) {
  const list = el("ul", { class: "problems" });
  const more = el("p", { class: "more-line" });
  const none = el("p", { class: "sub", hidden: true }, text.allRead);
  const check = el("input", { type: "checkbox", onchange: () => attempt(() => load(0)) });
  const load = async (offset) => {
    const { items } = await get("/problems", { limit: SIZE, offset, ignored: check.checked }, { signal });
    if (!offset) fill(list);
    list.append(...items.map(row));
    none.hidden = list.children.length > 0;
    list.hidden = !none.hidden;
    fill(more, items.length === SIZE ? button(text.showMore, () => attempt(() => load(list.children.length))) : null);
  };
  const row = (problem) => {
    const label = problem.isIgnored ? text.unignore : text.ignore;
    return el("li", { class: problem.isIgnored ? "ignored" : "" }, icon("warning"),
      el("span", { class: "names" }, name(problem.path, { class: "title" }), el("span", { class: "sub" }, problem.reason)),
      button(label, () => attempt(async () => {
        await send("PATCH", "/problems", { path: problem.path, pathBase64: problem.pathBase64, isIgnored: !problem.isIgnored });
        await load(0);
        check.focus();
      }), { "aria-label": `${label}: ${problem.path}` }));
  };
  on("scan", (scan) => scan.isScanning || load(0).catch(() => {}), signal);
  attempt(() => load(0));
  return el("div", {}, none, list, more, el("label", { class: "check" }, check, text.showIgnored));
}
