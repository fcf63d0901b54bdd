// The folders as they are on disk.
import { get } from "../api.js";
import { listActions } from "../actions.js";
import { el, link, name } from "../dom.js";
import { icon } from "../icons.js";
import { to } from "../router.js";
import { empty } from "../states.js";
import { text } from "../text.js";
import { shortList } from "../tracks.js";
import { heading } from "./albums.js";

export async function folders({ signal }) {
  const { items } = await get("/folders", {}, { signal });
  return {
    title: text.folders,
    element: el("div", { class: "page" }, heading(text.folders, null), items.length ? lines(items, true) : empty("folder", text.noFolders, text.emptyLibraryAsk)),
  };
}
folders.isLive = true;

const lines = (folders, isRoot) => el("ul", { class: "lines" }, folders.map((folder) => el("li", {},
  link(to(`/folders/${folder.persistentID}`), { dataset: { main: "" } }, icon("folder"),
    el("span", { class: "names" }, name(folder.name || "/", { class: "title" }), isRoot ? el("span", { class: "sub" }, name(folder.path)) : null)))));

export async function folder({ id, signal }) {
  const found = await get(`/folders/${encodeURIComponent(id)}`, {}, { signal });
  const up = found.parentPersistentID ? `/folders/${found.parentPersistentID}` : "/folders";
  return {
    title: found.name,
    element: el("div", { class: "page" },
      el("p", { class: "up" }, link(to(up), {}, icon("back"), text.up)),
      el("div", { class: "heading" }, el("h1", {}, name(found.name || "/"))), el("p", { class: "sub" }, name(found.path)),
      found.items.length ? listActions(async () => found.items) : null,
      found.folders.length ? lines(found.folders, false) : null,
      found.items.length ? shortList(found.items, { label: found.name, signal }) : null,
      found.items.length || found.folders.length ? null : empty("folder", text.emptyFolder, "")),
  };
}
folder.isLive = true;
