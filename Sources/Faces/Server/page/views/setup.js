// The first run: the owner's password, the folders, the first scan.
import { address, get, send } from "../api.js";
import { formOf, button } from "../dialog.js";
import { el, fill } from "../dom.js";
import { formatNumber } from "../format.js";
import { rootsEditor } from "../roots.js";
import { albumTile } from "../grid.js";
import { onChange } from "../live.js";
import { go } from "../router.js";
import { emit, on, session } from "../store.js";
import { text } from "../text.js";
import { card } from "./login.js";

export async function setup({ query, signal }) {
  if (session.current) return { title: text.setUp, element: folders(signal) };
  const token = query.get("token") ?? "";
  const isUsable = await fetch(address("/setup", { token }), { signal }).then((answer) => answer.ok);
  if (!isUsable) {
    return {
      title: text.setUp,
      element: card(el("h1", {}, text.linkUsed), el("p", {}, text.linkUsedHint), button(text.logIn, () => go("/login"), { class: "button primary" })),
    };
  }
  return {
    title: text.setUp,
    element: card(steps(0), el("h1", {}, text.welcome), el("p", {}, text.welcomeLead), formOf([
      { name: "password", label: text.password, type: "password", autocomplete: "new-password", minLength: 8, required: true, hint: text.passwordHint },
      { name: "again", label: text.passwordAgain, type: "password", autocomplete: "new-password", required: true },
    ], text.goOn, async ({ password, again }) => {
      if (password !== again) throw new Error(text.passwordsDiffer);
      emit("enter", { session: await send("POST", "/setup", { token, password }), path: "/setup" });
    })),
    shown: () => document.querySelector("input[name=password]")?.focus(),
  };
}

function steps(current) {
  return el("ol", { class: "steps", "aria-label": text.setUp }, text.setupSteps.map((label, index) =>
    el("li", { "aria-current": index === current ? "step" : null, class: index < current ? "done" : "" }, label)));
}

function folders(signal) {
  const body = el("div");
  const scan = button(text.scanNow, async () => {
    await send("POST", "/scans", {});
    fill(body, scanning(signal));
  }, { class: "button primary", disabled: true });
  fill(body, steps(1), el("h1", {}, text.chooseFolders), el("p", {}, text.chooseFoldersLead),
    rootsEditor(signal, (roots) => (scan.disabled = roots.length === 0)),
    el("footer", {}, button(text.later, () => go("/")), scan));
  return card(body);
}

function scanning(signal) {
  const count = el("p", { class: "big", role: "status" }, "0");
  const words = el("p", {}, text.scanning);
  const done = button(text.openLibrary, () => go("/"), { class: "button primary" });
  const update = async (status) => {
    const stats = await get("/stats", {}, { signal }).catch(() => null);
    if (stats) count.textContent = formatNumber(stats.items);
    if (status?.dateEnded && !status.isScanning) {
      fill(words, status.failure ?? text.scanDone);
      bar.hidden = true;
    }
  };
  const bar = el("div", { class: "progress", role: "progressbar", "aria-label": text.scanning });
  const found = el("div", { class: "shelf-row", tabIndex: 0, role: "group", "aria-label": text.albums, hidden: true });
  let last = "";
  // The newest albums, as they come.
  onChange(async () => {
    const { items } = await get("/albums", { sort: "dateAdded:desc", limit: 12 }, { signal });
    const state = JSON.stringify(items);
    if (state === last || signal.aborted) return;
    last = state;
    found.hidden = !items.length;
    fill(found, items.map(albumTile));
  }, signal);
  on("scan", update, signal);
  on("library", () => update(), signal);
  get("/scans", {}, { signal }).then(update, () => {});
  return [steps(2), el("h1", {}, text.readingFiles), count, words, bar, found, el("footer", {}, done)];
}
