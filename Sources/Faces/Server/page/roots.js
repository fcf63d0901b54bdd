// The folders of the library: shown to everybody, added and removed by administrators.
import { get, send } from "./api.js";
import { attempt, button, confirm, formOf, iconButton } from "./dialog.js";
import { el, fill, name } from "./dom.js";
import { chooseFolder } from "./folderpicker.js";
import { icon } from "./icons.js";
import { on } from "./store.js";
import { text } from "./text.js";

export async function rootsList(signal) {
  const { items } = await get("/roots", {}, { signal });
  return el("ul", { class: "lines still" }, items.map((root) => line(root)));
}

function line(root, ...more) {
  // On a database server, each folder belongs to a machine.
  const machine = root.host ? text.onMachine(root.host) : "";
  const about = [text.itemCount(root.count), text.kinds[root.kind ?? ""], machine].filter(Boolean).join(" · ");
  return el("li", {}, el("div", { class: root.isAvailable ? "" : "away" }, icon(root.isAvailable ? "folder" : "warning"), el("span", { class: "names" },
    name(root.path, { class: "title" }), el("span", { class: "sub" }, about),
    root.isAvailable ? null : el("span", { class: "sub away-why" }, text.unavailable)), more));
}

/** The folders with what changes them, as the last scan found them. `changed` is called with them. */
export function rootsEditor(signal, changed = () => {}) {
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
  on("scan", (scan) => scan.isScanning || load().catch(() => {}), signal);
  // A chosen folder stays selected until another path is typed.
  let chosen = {};
  const browse = button(text.browse, () => {
    const input = form.querySelector("input[name=path]");
    chooseFolder(input.value.startsWith("/") ? input.value : "", (folder) => {
      chosen = folder;
      input.value = folder.path;
      form.querySelector("footer button").focus();
    });
  }, { picture: "folder", "aria-haspopup": "dialog" });
  const form = formOf([
    { name: "path", label: text.folderPath, placeholder: "/home/me/Music", required: true, spellcheck: false, hint: text.folderPathHint, beside: browse },
    { name: "kind", label: text.kind, options: Object.entries(text.kinds) },
  ], text.addFolder, async ({ path, kind }, shown) => {
    await send("POST", "/roots", { path, kind, pathBase64: path === chosen.path ? chosen.pathBase64 : undefined });
    shown.reset();
    await load();
  });
  // The next step is to scan.
  form.querySelector("footer button").classList.remove("primary");
  return el("div", {}, list, form);
}
