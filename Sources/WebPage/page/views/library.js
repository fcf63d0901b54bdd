// Looking after the library: folders, scans, what could not be read, what is missing.
import { get, send } from "../api.js";
import { attempt, button, confirm, formOf, iconButton } from "../dialog.js";
import { el, fill, name } from "../dom.js";
import { formatMoment, formatNumber } from "../format.js";
import { icon } from "../icons.js";
import { Pages } from "../pages.js";
import { on, session } from "../store.js";
import { text } from "../text.js";
import { trackList } from "../tracks.js";
import { heading } from "./albums.js";

export async function library({ signal }) {
  const isAdmin = session.current.role === "admin";
  const [stats, missing] = await Promise.all([get("/stats", {}, { signal }), new Pages("/items", { missing: true }, signal).begin()]);
  const gone = missing.total ? trackList(missing, { label: text.missing, signal }) : null;
  return {
    title: text.library,
    element: el("div", { class: "page" }, heading(text.library, null),
      el("section", {}, el("h2", {}, text.foldersScanned), isAdmin ? rootsEditor() : await rootsList(signal)),
      el("section", {}, el("h2", {}, text.scan), scanPanel(isAdmin, signal)),
      isAdmin ? el("section", {}, el("h2", {}, `${text.unreadable} · ${formatNumber(stats.unreadableFiles)}`), unreadable(signal)) : null,
      el("section", {}, el("h2", {}, `${text.missing} · ${formatNumber(missing.total)}`),
        el("p", { class: "sub" }, missing.total ? text.missingHint : text.nothingMissing), gone?.element ?? null)),
    shown: () => gone?.update(),
  };
}

async function rootsList(signal) {
  const { items } = await get("/roots", {}, { signal });
  return el("ul", { class: "lines still" }, items.map((root) => line(root)));
}

const line = (root, ...more) => el("li", {}, el("div", {}, icon(root.isAvailable ? "folder" : "warning"), el("span", { class: "names" },
  name(root.path, { class: "title" }), el("span", { class: "sub" }, [text.itemCount(root.count), text.kinds[root.kind ?? ""], root.isAvailable ? null : text.unavailable].filter(Boolean).join(" · "))), more));

/** The folders of the library, with a field to add one. `changed` is called with them. */
export function rootsEditor(changed = () => {}) {
  const list = el("ul", { class: "lines still" });
  const load = async () => {
    const { items } = await get("/roots");
    fill(list, items.map((root) => line(root, iconButton("trash", `${text.remove}: ${root.path}`, () =>
      confirm(text.removeFolder, text.removeFolderHint(root.path), text.remove, async () => {
        await send("DELETE", `/roots/${root.persistentID}`);
        await load();
      })))));
    changed(items);
  };
  attempt(load);
  return el("div", {}, list, formOf([
    { name: "path", label: text.folderPath, placeholder: "/home/me/Music", required: true, spellcheck: false, hint: text.folderPathHint },
    { name: "kind", label: text.kind, options: Object.entries(text.kinds) },
  ], text.addFolder, async (values, shown) => {
    await send("POST", "/roots", values);
    shown.reset();
    await load();
  }));
}

function scanPanel(isAdmin, signal) {
  const status = el("div", { role: "status" });
  const start = button(text.scanNow, () => attempt(() => send("POST", "/scans", {})), { class: "button primary" });
  const full = button(text.scanAll, () => attempt(() => send("POST", "/scans", { full: true })));
  let isScanning = false;
  const progress = el("span", { class: "sub" });
  const show = (scan) => {
    isScanning = scan.isScanning;
    start.disabled = full.disabled = isScanning;
    if (isScanning) fill(status, el("p", {}, text.scanning, " ", progress), el("div", { class: "progress", role: "progressbar", "aria-label": text.scanning }));
    else if (scan.failure) fill(status, el("p", { class: "problem" }, scan.failure));
    else if (scan.dateEnded) fill(status, el("p", {}, `${text.lastScan} ${formatMoment(scan.dateEnded)}. ${summary(scan.report)}`));
    else fill(status, el("p", { class: "sub" }, text.noScanYet));
  };
  on("scan", show, signal);
  on("library", async () => {
    if (!isScanning) return;
    const stats = await get("/stats", {}, { signal }).catch(() => null);
    if (stats) progress.textContent = text.itemCount(stats.items);
  }, signal);
  get("/scans", {}, { signal }).then(show, () => {});
  return el("div", {}, status, isAdmin ? el("div", { class: "actions" }, start, full) : null);
}

const summary = (report) => (report ? ["added", "changed", "moved", "missing", "unreadable"].filter((key) => report[key])
  .map((key) => `${formatNumber(report[key])} ${text.scanWords[key]}`).join(", ") || text.nothingChanged : "");

function unreadable(signal) {
  const rows = el("tbody");
  const more = el("p", { class: "more-line" });
  const box = el("div", { class: "table-box", tabIndex: 0, role: "group", "aria-label": text.unreadable });
  const load = async () => {
    const { items } = await get("/problems", { limit: 100, offset: rows.children.length }, { signal });
    rows.append(...items.map((file) => el("tr", {}, el("th", { scope: "row" }, name(file.path)), el("td", {}, file.reason))));
    if (!rows.children.length) return fill(box, el("p", { class: "sub" }, text.allRead));
    fill(more, items.length === 100 ? button(text.showMore, load) : null);
  };
  fill(box, el("table", {}, el("thead", {}, el("tr", {}, el("th", { scope: "col" }, text.path), el("th", { scope: "col" }, text.reason))), rows));
  attempt(load);
  return el("div", {}, box, more);
}

