// Playlists: made, edited, imported; smart ones with what they would find while one writes.
import { address, get, getWithRevision, send, sendFile } from "../api.js";
import { listActions } from "../actions.js";
import { ask, attempt, button, confirm, dialog, formOf, iconButton, menu, say } from "../dialog.js";
import { el, fill, link, name } from "../dom.js";
import { formatLength, titleOf } from "../format.js";
import { icon } from "../icons.js";
import { moveEntries, reorder } from "../reorder.js";
import { again, go, to } from "../router.js";
import { player } from "../speakers.js";
import { empty } from "../states.js";
import { text } from "../text.js";
import { row } from "../tracks.js";
import { heading } from "./albums.js";

export async function playlists({ signal }) {
  const { items } = await get("/playlists", {}, { signal });
  const buttons = [
    button(text.newPlaylist, makePlaylist, { picture: "add" }), button(text.newSmart, () => editRule(null), { picture: "smart" }),
    button(text.importFile, importFile, { picture: "upload" }),
  ];
  return {
    title: text.playlists,
    element: el("div", { class: "page" }, heading(text.playlists, items.length, ...buttons),
      items.length ? el("ul", { class: "lines" }, items.map((list) => el("li", {}, link(to(`/playlists/${list.persistentID}`), { dataset: { main: "" } },
        icon(list.where ? "smart" : "playlist"), el("span", { class: "names" }, name(list.name, { class: "title" }),
          el("span", { class: "sub" }, list.description ? name(list.description) : text.songCount(list.count ?? 0)))))))
        : empty("playlist", text.noPlaylists, text.noPlaylistsHint)),
  };
}
playlists.isLive = true;

function makePlaylist() {
  ask(text.newPlaylist, text.name, "", async (value) => {
    const made = await send("POST", "/playlists", { name: value });
    go(`/playlists/${made.persistentID}`);
  });
}

function importFile() {
  el("input", {
    type: "file", accept: ".m3u,.m3u8,.pls,.xspf,.jspf,.cue,.asx,.wpl",
    onchange: (event) => attempt(async () => {
      const [file] = event.target.files;
      if (!file) return;
      const result = await sendFile("/playlists/import", { name: file.name.replace(/\.[^.]+$/, "") }, file);
      say(text.imported(result.entries, result.unresolved));
      go(`/playlists/${result.playlist}`);
    }),
  }).click();
}

/** A dialog for the rule of a smart playlist: what it finds is shown while one writes. */
function editRule(list) {
  dialog(list ? text.editRule : text.newSmart, (close) => {
    const preview = el("div", { class: "preview", "aria-live": "polite" });
    let asking = new AbortController();
    let timer = 0;
    const show = (form) => {
      clearTimeout(timer);
      timer = setTimeout(async () => {
        asking.abort();
        asking = new AbortController();
        const { where, sort } = Object.fromEntries(new FormData(form));
        try {
          const found = await get("/items", { where: where || "true", sort, limit: 8 }, { signal: asking.signal });
          fill(preview, el("p", { class: "sub" }, text.found(found.total)), el("ul", {}, found.items.map((item) =>
            el("li", {}, name(titleOf(item)), " ", el("span", { class: "sub" }, name(item.artist ?? ""))))));
        } catch (error) {
          if (error.name !== "AbortError") fill(preview, el("p", { class: "problem" }, error.message));
        }
      }, 200);
    };
    const form = formOf([
      { name: "name", label: text.name, value: list?.name ?? "", required: true },
      { name: "where", label: text.filter, value: list?.where ?? "", placeholder: text.whereHint, required: true, spellcheck: false, hint: text.whereHelp },
      { name: "sort", label: text.sortBy, value: list?.sort ?? "", placeholder: "year:desc,title", spellcheck: false },
      { name: "limit", label: text.most, value: list?.limit ?? "", type: "number", min: 1 },
    ], text.save, async (values) => {
      const body = { name: values.name, where: values.where, sort: values.sort || undefined, limit: Number(values.limit) || undefined };
      const saved = list ? await send("PATCH", `/playlists/${list.persistentID}`, body) : await send("POST", "/playlists", body);
      close();
      list ? again() : go(`/playlists/${saved.persistentID}`);
    }, button(text.cancel, close));
    form.addEventListener("input", () => show(form));
    form.querySelector("footer").before(preview);
    if (list) setTimeout(() => show(form));
    return form;
  });
}

export async function playlist({ id, signal }) {
  const path = `/playlists/${encodeURIComponent(id)}`;
  const { value: list } = await getWithRevision(path);
  const entries = el("div", { class: "tracks", role: "list", "aria-label": list.name });
  const isSmart = Boolean(list.where);
  let revision;
  let items = [];
  const head = el("div");
  const load = async () => {
    const read = await getWithRevision(path + "/entries");
    revision = read.revision;
    items = read.value.items.map((entry) => entry.item ?? entry);
    showAll();
  };
  // Another program may have changed the list since: then nothing is overwritten, and the list is read again.
  const edit = async (method, tail, body) => {
    try {
      await send(method, path + tail, body, { revision });
    } catch (error) {
      say(error.status === 412 ? text.editedElsewhere : error.message);
    }
    await load();
  };
  const move = (from, target) => edit("POST", "/entries/move", { from: from + 1, to: target + 1 });
  const remove = (index) => edit("DELETE", `/entries?position=${index + 1}`);
  const playable = () => items.filter((item) => item.persistentID);
  const showAll = () => {
    fill(head, el("h1", {}, name(list.name)), list.description ? el("p", {}, name(list.description)) : null,
      el("p", { class: "sub" }, [isSmart ? text.smart : null, text.songCount(items.length),
        formatLength(items.reduce((sum, item) => sum + (item.playbackDuration ?? 0), 0))].filter(Boolean).join(" · ")),
      listActions(async () => playable(), listMenu(list, isSmart, edit), list.name));
    fill(entries, items.length ? items.map(rowOf) : empty(isSmart ? "smart" : "playlist", isSmart ? text.nothingMatches : text.emptyPlaylist, isSmart ? "" : text.emptyPlaylistHint));
  };
  const rowOf = (item, index) => {
    if (!item.persistentID) item = { ...item, title: item.title ?? item.path ?? text.missingEntry, isAvailable: false };
    const removeIt = () => remove(index);
    const shown = row(item, {
      play: () => player.play(playable(), playable().indexOf(item)),
      after: isSmart ? null : iconButton("close", `${text.remove}: ${titleOf(item).slice(0, 80)}`, removeIt, { class: "icon-button remove" }),
      more: () => (isSmart ? [] : [...moveEntries(index, items.length, move), { label: text.removeFromPlaylist, picture: "close", action: removeIt }]),
      before: isSmart ? null : el("span", { class: "grip", "aria-hidden": "true" }),
    });
    shown.setAttribute("role", "listitem");
    if (!isSmart) shown.dataset.index = index;
    return shown;
  };
  if (!isSmart) reorder(entries, move, remove);
  await load();
  if (signal.aborted) throw new DOMException("", "AbortError");
  return { title: list.name, element: el("div", { class: "page" }, el("header", { class: "hero small" }, el("div", { class: "hero-words" }, head)), entries) };
}
playlist.isLive = true;

function listMenu(list, isSmart, edit) {
  const path = `/playlists/${list.persistentID}`;
  return [
    { label: text.rename, picture: "edit", action: () => ask(text.rename, text.name, list.name, async (value) => { await send("PATCH", path, { name: value }); again(); }) },
    { label: text.describe, picture: "edit", action: () => ask(text.describe, text.description, list.description ?? "", async (value) => { await send("PATCH", path, { description: value }); again(); }) },
    isSmart ? { label: text.editRule, picture: "smart", action: () => editRule(list) }
      : { label: text.dedupe, picture: "check", action: () => edit("POST", "/entries/dedupe", {}) },
    { label: text.duplicate, picture: "add", action: () => ask(text.duplicate, text.name, text.copyOf(list.name), async (value) => go(`/playlists/${(await send("POST", path + "/duplicate", { name: value })).persistentID}`)) },
    { label: text.exportFile, picture: "download", action: () => exportMenu(list) },
    { label: text.delete, picture: "trash", isDangerous: true, action: () => confirm(text.delete, text.deleteList(list.name), text.delete, async () => { await send("DELETE", path); go("/playlists"); }) },
  ];
}

function exportMenu(list) {
  menu(document.querySelector(".hero .actions > :last-child"), ["m3u8", "xspf", "jspf", "pls"].map((format) => ({
    label: format.toUpperCase(), picture: "download",
    action: () => el("a", { href: address(`/playlists/${list.persistentID}/export`, { format }), download: "" }).click(),
  })));
}
