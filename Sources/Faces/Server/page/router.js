// Which view an address shows. Links are followed without loading the page again; back and reload keep the place.
import { base } from "./api.js";

const routes = [];
let showing = () => {};
let entry = { key: 0 };
let keys = 0;

/** Declares a view: `/albums/:id` and what makes it. */
export function route(pattern, view) {
  routes.push({ parts: pattern.split("/").filter(Boolean), view });
}

/** The address of a view, as links have it. */
export const to = (path) => base + path;

/** The current address: its path without the base, and its query. */
export function place() {
  const path = location.pathname.slice(base.length) || "/";
  return { path, query: new URLSearchParams(location.search) };
}

function find(path) {
  const parts = path.split("/").filter(Boolean);
  for (const { parts: template, view } of routes) {
    if (template.length !== parts.length) continue;
    const values = {};
    const fits = template.every((part, index) => {
      if (!part.startsWith(":")) return part === parts[index];
      values[part.slice(1)] = decodeURIComponent(parts[index]);
      return true;
    });
    if (fits) return { view, values };
  }
  return null;
}

/** Goes to another view. */
export function go(path, { replacing = false } = {}) {
  remember();
  entry = { key: ++keys, depth: (entry.depth ?? 0) + (replacing ? 0 : 1) };
  history[replacing ? "replaceState" : "pushState"](entry, "", base + path);
  show(0);
}

/** Goes to the view before this one; to the first of all where this one was opened from elsewhere. */
export function goBack() {
  if (entry.depth > 0) history.back();
  else go("/", { replacing: true });
}

/** Changes the query of the address without showing the view again, as typing does. */
export function note(query) {
  const parts = new URLSearchParams(query).toString();
  history.replaceState(entry, "", location.pathname + (parts ? "?" + parts : ""));
}

/** Shows the view of the current address again. */
export function again() {
  show(document.querySelector("#view")?.scrollTop ?? 0);
}

function show(top) {
  const { path, query } = place();
  showing(find(path), { path, query, top });
}

// Where a view was scrolled to is kept with the entry of the history, so that a reload finds it, too.
function remember() {
  const view = document.querySelector("#view");
  if (view) history.replaceState({ ...entry, top: view.scrollTop }, "");
}

/** Begins to show views: `body` gets the one that was found, or `null`. */
export function start(body) {
  showing = body;
  history.scrollRestoration = "manual";
  entry = history.state ?? entry;
  addEventListener("popstate", (event) => {
    entry = event.state ?? { key: 0 };
    show(entry.top ?? 0);
  });
  addEventListener("pagehide", remember);
  let timer = 0;
  document.addEventListener("scroll", (event) => {
    if (event.target.id !== "view") return;
    clearTimeout(timer);
    timer = setTimeout(remember, 150);
  }, true);
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("a[href]");
    if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
    const url = new URL(link.href);
    const isOurs = url.origin === location.origin && url.pathname.startsWith(base + "/")
      && !url.pathname.startsWith(base + "/api/");
    if (!isOurs || link.target || link.hasAttribute("download") || url.hash) return;
    event.preventDefault();
    const path = url.pathname.slice(base.length) + url.search;
    if (path !== place().path + location.search) go(path);
    else again();
  });
  show(entry.top ?? 0);
}
