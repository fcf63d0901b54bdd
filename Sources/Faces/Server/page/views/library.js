// Looking after the library: folders, scans, duplicates, backup, what could not be read, what is missing.
import { address, get, send } from "../api.js";
import { attempt, button } from "../dialog.js";
import { el, fill, link } from "../dom.js";
import { formatMoment, formatNumber } from "../format.js";
import { icon } from "../icons.js";
import { Pages } from "../pages.js";
import { problemList } from "../problems.js";
import { rootsEditor, rootsList } from "../roots.js";
import { to } from "../router.js";
import { on, session } from "../store.js";
import { text } from "../text.js";
import { trackList } from "../tracks.js";
import { heading } from "./albums.js";

export async function library({ signal }) {
  const isAdmin = session.current.role === "admin";
  const missing = await new Pages("/items", { missing: true }, signal).begin();
  const gone = missing.total ? trackList(missing, { label: text.missing, signal }) : null;
  return {
    title: text.library,
    element: el("div", { class: "page" }, heading(text.library, null),
      el("section", {}, el("h2", {}, text.scan), scanPanel(isAdmin, signal)),
      el("section", {}, el("h2", {}, text.foldersScanned), isAdmin ? rootsEditor(signal) : await rootsList(signal)),
      isAdmin ? el("section", {}, el("h2", {}, text.unreadable), problemList(signal)) : null,
      el("section", {}, el("h2", {}, text.duplicates), el("p", { class: "sub" }, text.duplicatesHint),
        el("div", { class: "actions" }, link(to("/library/duplicates"), { class: "button" }, text.showDuplicates))),
      isAdmin ? el("section", {}, el("h2", {}, text.backup), backup()) : null,
      el("section", {}, el("h2", {}, missing.total ? `${text.missing} · ${formatNumber(missing.total)}` : text.missing),
        el("p", { class: "sub" }, missing.total ? text.missingHint : text.nothingMissing), gone?.element ?? null)),
    shown: () => gone?.update(),
  };
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
    if (isScanning && scan.waitsFor) fill(status, el("p", { class: "sub" }, scan.waitsFor));
    else if (isScanning) fill(status, el("p", {}, text.scanning, " ", progress), el("div", { class: "progress", role: "progressbar", "aria-label": text.scanning }));
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

/** Two files, which `phonolith restore` wants side by side. */
const backup = () => [
  el("p", { class: "sub" }, text.backupHint),
  el("div", { class: "actions" }, saved("/backup", text.backupLibrary), saved("/backup/key", text.backupKey)),
  el("p", { class: "sub" }, text.backupKeyHint),
];

const saved = (path, label) => link(address(path), { class: "button", download: "" }, icon("download"), label);
