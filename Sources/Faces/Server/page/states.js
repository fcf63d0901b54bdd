// Substitutes for a view that has nothing, or in which something went wrong.
import { button } from "./dialog.js";
import { el } from "./dom.js";
import { icon } from "./icons.js";
import { again } from "./router.js";
import { text } from "./text.js";

/** Nothing is there: why, and what to do next. */
export function empty(picture, title, words, ...actions) {
  return el("div", { class: "state" }, icon(picture), el("h2", {}, title), words ? el("p", {}, words) : null,
    actions.length ? el("div", { class: "actions" }, actions) : null);
}

/** Something failed, and may be tried again. */
export function failed(error) {
  const isGone = error.status === 404;
  return el("div", { class: "state", role: "alert" }, icon("warning"),
    el("h2", {}, isGone ? text.notFound : text.failed), el("p", {}, isGone ? text.notFoundHint : error.message),
    el("div", { class: "actions" }, button(text.tryAgain, again)));
}

/** Grey places of the size of what comes. */
export function loading(kind) {
  const places = Array.from({ length: kind === "grid" ? 18 : 12 }, () => el("div", { class: "placeholder" }));
  return el("div", { class: `loading ${kind}`, "aria-busy": "true", "aria-label": text.loading, role: "status" }, places);
}
