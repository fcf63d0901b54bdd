// Lets a page of an allowed origin have songs or albums chosen: /pick?type=songs|albums&multiple=0|1&origin=URL.
// The chosen items go to that origin only, as `{ "ids": […] }`; without an origin a playlist is made of it.
import { get, send } from "../api.js";
import { ask, button, say } from "../dialog.js";
import { el, fill, name } from "../dom.js";
import { albumOf, artistOf, formatTime, titleOf } from "../format.js";
import { cover } from "../cover.js";
import { songsOfAlbum } from "../grid.js";
import { icon } from "../icons.js";
import { Pages } from "../pages.js";
import { empty } from "../states.js";
import { session } from "../store.js";
import { text } from "../text.js";
import { rowLayout } from "../tracks.js";
import { virtual } from "../virtual.js";

export async function pick({ query, signal }) {
  const type = query.get("type") === "albums" ? "albums" : "songs";
  const isMultiple = query.get("multiple") === "1";
  const origin = query.get("origin");
  if (origin && !session.current.pickerOrigins?.includes(origin)) {
    return { title: text.choose, element: empty("warning", text.originRefused, text.originRefusedHint(origin.slice(0, 200))) };
  }
  const chosen = new Map();
  const done = button(text.done, () => finish([...chosen.values()], type, origin), { class: "button primary", disabled: true });
  const body = el("div", { class: "pick-body" });
  const count = el("span", { class: "sub", role: "status" });
  let list;
  const choose = (thing) => {
    if (!isMultiple) chosen.clear();
    if (!chosen.delete(thing.persistentID)) chosen.set(thing.persistentID, thing);
    done.disabled = !chosen.size;
    count.textContent = chosen.size ? text.chosen(chosen.size) : "";
    list.refresh();
  };
  const show = async (words) => {
    const pages = words ? await found(type, words) : await new Pages("/" + type, {}, signal).begin();
    if (!pages.total) return fill(body, empty("search", text.nothingFound(words), text.nothingFoundHint));
    list = choices(pages, type, isMultiple, chosen, choose, signal);
    fill(body, list.element);
    list.update();
  };
  let timer = 0;
  const input = el("input", { type: "search", placeholder: text.searchHint, "aria-label": text.search, dir: "auto", oninput: () => {
    clearTimeout(timer);
    timer = setTimeout(() => show(input.value.trim()), 150);
  } });
  await show("");
  return {
    title: text.choose,
    element: el("div", { class: "page pick" }, el("header", { class: "pick-head" }, el("h1", {}, type === "albums" ? text.chooseAlbums : text.chooseSongs),
      el("div", { class: "search" }, icon("search"), input), count, button(text.cancel, () => close()), done), body),
    shown: () => list?.update(),
  };
}

/** The results, in the form of a list. */
async function found(type, words) {
  const results = await get("/search", { q: words, limit: 200 });
  const things = type === "albums" ? results.albums : results.items;
  return { total: things.length, at: (index) => things[index] };
}

function choices(pages, type, isMultiple, chosen, choose, signal) {
  const list = virtual({
    count: () => pages.total, label: text.choose, signal, name: "tracks", layout: rowLayout,
    cell: (index) => {
      const thing = pages.at(index, () => list.arrived());
      if (!thing) return el("div", { class: "row waiting" });
      const isAlbum = type === "albums";
      return el("div", { class: "row choice" }, el("button", {
        type: "button", dataset: { main: "" }, onclick: () => choose(thing), role: isMultiple ? "checkbox" : "radio", "aria-checked": String(chosen.has(thing.persistentID)),
      }, cover(thing, 40, isAlbum ? "album" : "song"), el("span", { class: "names" },
        name(isAlbum ? thing.title || text.untitled : titleOf(thing), { class: "title" }),
        el("span", { class: "sub" }, name(isAlbum ? thing.albumArtist ?? "" : [artistOf(thing), albumOf(thing)].filter(Boolean).join(" · ")))),
      el("span", { class: "time" }, isAlbum ? thing.year ?? "" : formatTime(thing.playbackDuration)), icon(chosen.has(thing.persistentID) ? "check" : "none")));
    },
  });
  return list;
}

async function finish(things, type, origin) {
  const ids = things.map((thing) => thing.persistentID);
  if (origin) {
    window.opener?.postMessage({ ids }, origin);
    return window.opener ? close() : say(text.noOpener);
  }
  ask(text.newPlaylist, text.name, "", async (value) => {
    const items = type === "albums" ? (await Promise.all(ids.map(songsOfAlbum))).flat().map((item) => item.persistentID) : ids;
    await send("POST", "/playlists", { name: value, items });
    say(text.addedTo(value, items.length));
  });
}
