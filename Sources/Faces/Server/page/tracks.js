// Rows of songs: as a list of any length, and as the short list of an album.
import { heart, itemMenu } from "./actions.js";
import { cover } from "./cover.js";
import { iconButton } from "./dialog.js";
import { el, link, name, names } from "./dom.js";
import { albumOf, artistOf, formatNumber, formatTime, pictureOf, titleOf } from "./format.js";
import { icon } from "./icons.js";
import { to } from "./router.js";
import { keepListFresh } from "./live.js";
import { player } from "./speakers.js";
import { on } from "./store.js";
import { text } from "./text.js";
import { fontScale, virtual } from "./virtual.js";

/** The height of a row at the browser's usual font size, in pixels. */
const ROW = 56;

/** Where one points with a finger, all of a row plays: what is in it besides is too small. */
const touch = matchMedia("(pointer: coarse)");

/**
 * A row.
 *
 * @param options `play` begins there; `number` is shown instead of a cover; `more` gives further entries of the menu;
 *   `album` and `artists` are false where all are of one; `aside` is shown in the place of the album.
 */
export function row(item, { play, number, more, album = true, aside, artists = true, before, after }) {
  const isTouched = touch.matches;
  const isPlaying = player.item?.persistentID === item.persistentID;
  const opener = iconButton("more", `${text.more}: ${titleOf(item).slice(0, 80)}`,
    () => itemMenu(opener, item, more?.() ?? []), { "aria-haspopup": "menu" });
  const title = el("button", { type: "button", class: "title", onclick: play, dataset: { main: "" } }, name(titleOf(item)));
  const shown = el("div", { class: "row track", dataset: { item: item.persistentID } },
    before ?? null,
    el("span", { class: number === undefined ? "lead-cover" : "lead-number", "aria-hidden": "true", onclick: play },
      number === undefined ? cover(item, 40, pictureOf(item)) : el("span", { class: "number" }, number),
      el("span", { class: "over" }, icon("play"))),
    el("div", { class: "names" }, title,
      artists || item.isExplicit ? el("span", { class: "sub" }, item.isExplicit ? el("abbr", { title: text.explicit }, "E") : null, artists ? artist(item, isTouched) : null) : null),
    aside ? el("span", { class: "wide sub" }, aside) : album ? el("span", { class: "wide sub" }, albumOf(item) && item.albumPersistentID && !isTouched
      ? link(to(`/albums/${item.albumPersistentID}`), {}, name(albumOf(item))) : name(albumOf(item))) : null,
    el("span", { class: "plays sub", title: text.plays }, item.playCount ? formatNumber(item.playCount) : ""),
    heart(item), el("span", { class: "time" }, formatTime(item.playbackDuration)), opener, after ?? null);
  if (isPlaying) shown.setAttribute("aria-current", "true");
  if (!item.isAvailable || item.isMissing) shown.classList.add("unavailable");
  shown.addEventListener("contextmenu", (event) => {
    event.preventDefault();
    itemMenu(opener, item, more?.() ?? [], event);
  });
  if (isTouched) shown.addEventListener("click", (event) => event.target.closest("button, a, .lead-cover, .lead-number, .grip") || play());
  return shown;
}

function artist(item, isTouched) {
  const words = artistOf(item) || text.unknownArtist;
  return item.artistPersistentID && !isTouched ? link(to(`/artists/${item.artistPersistentID}`), {}, name(words)) : name(words);
}

/** A place in a list whose item is on its way. */
export const waitingRow = () => el("div", { class: "row track waiting" },
  el("span", { class: "lead-cover" }, el("div", { class: "cover" })), el("div", { class: "names" }, el("span", { class: "bar" })));

/** One row beside another, as high as its words are. */
export const rowLayout = () => ({ columns: 1, height: ROW * fontScale() });

/** A list of any length. What plays from a row is the row and what follows it. */
export function trackList(pages, { label, signal, numbers = false, aside, more }) {
  const list = virtual({
    count: () => pages.total, label, signal, name: "tracks",
    layout: rowLayout,
    cell: (index) => {
      const item = pages.at(index, () => list.arrived());
      if (!item) return waitingRow();
      const play = async () => player.play(await pages.slice(index, 500));
      return row(item, { play, number: numbers ? index + 1 : undefined, aside: aside?.(item), more: more && (() => more(item, index)) });
    },
  });
  markPlaying(list.element, signal);
  keepListFresh(pages, list, signal);
  return list;
}

/** A short list that is held as a whole. */
export function shortList(items, { numbers, album, artists, label, signal, more } = {}) {
  const list = el("div", { class: "tracks", role: "list", "aria-label": label ?? text.songs }, items.map((item, index) => {
    const shown = row(item, {
      play: () => player.play(items, index), number: numbers?.(item, index), album, artists, more: more && (() => more(item, index)),
    });
    shown.setAttribute("role", "listitem");
    return shown;
  }));
  list.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const titles = step ? [...list.querySelectorAll("[data-main]")] : [];
    const target = titles[titles.findIndex((title) => title.closest(".row").contains(document.activeElement)) + step];
    if (!target) return;
    event.preventDefault();
    target.focus();
  });
  markPlaying(list, signal);
  return list;
}

// Rows know what plays, and what is starred elsewhere.
function markPlaying(list, signal) {
  on("track", () => {
    for (const shown of list.querySelectorAll(".row.track")) {
      if (shown.dataset.item === player.item?.persistentID) shown.setAttribute("aria-current", "true");
      else shown.removeAttribute("aria-current");
    }
  }, signal);
  on("item", (item) => {
    for (const shown of list.querySelectorAll(`.row[data-item="${CSS.escape(item.persistentID)}"] .heart`)) shown.refresh(item);
  }, signal);
}
