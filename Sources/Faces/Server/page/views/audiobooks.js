// Audiobooks as books: each with its parts, resumed where it was left.
import { get } from "../api.js";
import { chapterAt } from "../chapters.js";
import { cover } from "../cover.js";
import { button, menu } from "../dialog.js";
import { el, fill, name, names } from "../dom.js";
import { formatLength, formatNumber, formatTime } from "../format.js";
import { grid, shelf, tile } from "../grid.js";
import { icon } from "../icons.js";
import { player } from "../speakers.js";
import { choices, on } from "../store.js";
import { empty } from "../states.js";
import { text } from "../text.js";
import { shortList } from "../tracks.js";
import { heading, sorter } from "./albums.js";

const SPEEDS = [0.75, 1, 1.25, 1.5, 1.75, 2];

export async function audiobooks({ query, signal }) {
  const sort = query.get("sort") ?? choices.get("bookSort", "author");
  const { items } = await get("/books", { sort }, { signal });
  if (!items.length) return { title: text.audiobooks, element: empty("book", text.none(text.audiobooks), text.noBooksHint) };
  const begun = items.filter(isBegun).sort((a, b) => (b.lastPlayedDate ?? "").localeCompare(a.lastPlayedDate ?? ""));
  const list = grid({ total: items.length, at: (index) => items[index] }, bookTile, { label: text.audiobooks, signal });
  return {
    title: text.audiobooks,
    state: JSON.stringify(items),
    element: el("div", { class: "page" }, heading(text.audiobooks, items.length, sorter(sort, text.bookSorts, "bookSort")),
      begun.length ? [shelf(text.goOnWith, begun.slice(0, 20).map(bookTile)), el("h2", {}, text.allBooks)] : null, list.element),
    shown: list.update,
  };
}
audiobooks.placeholder = "grid";
audiobooks.isLive = true;

const isBegun = (book) => book.currentPersistentID !== undefined && !book.isFinished;

function bookTile(book) {
  const shown = tile({
    href: `/audiobooks/${book.persistentID}`, thing: book.artwork?.length ? book : null, title: book.title, picture: "book",
    below: [book.author, isBegun(book) ? text.left(formatLength(remaining(book))) : formatLength(book.playbackDuration)],
  });
  if (isBegun(book)) shown.querySelector(".cover").append(el("span", { class: "watched", style: { "--value": book.fractionHeard } }));
  return shown;
}

const remaining = (book) => book.playbackDuration * (1 - book.fractionHeard);

export async function audiobook({ id, signal }) {
  const book = await get(`/books/${encodeURIComponent(id)}`, {}, { signal });
  const { parts } = book;
  const list = shortList(parts, { numbers: (_, index) => index + 1, album: false, artists: false, label: text.parts, signal });
  const single = parts.length === 1 ? chapterList(parts[0], signal) : null;
  return {
    title: book.title,
    state: JSON.stringify(book),
    element: el("div", { class: "page" },
      el("header", { class: "hero" }, cover(book.artwork?.length ? book : null, 240, "book"), el("div", { class: "hero-words" },
        el("h1", {}, name(book.title)), book.author ? el("p", { class: "hero-artist" }, name(book.author)) : null,
        ...progress(book, signal))),
      single ?? el("section", {}, el("h2", {}, text.parts), list)),
  };
}

/** Where a book is: in which part and when, and how much of it was heard; as it plays here, or as it was kept. */
function placeIn(book) {
  const { parts } = book;
  const playing = parts.findIndex(({ persistentID }) => persistentID === player.item?.persistentID);
  if (playing >= 0) {
    const before = parts.slice(0, playing).reduce((sum, part) => sum + (part.playbackDuration ?? 0), 0);
    return { at: playing, time: player.time, share: Math.min(1, (before + player.time) / (book.playbackDuration || 1)), isHere: true };
  }
  const at = Math.max(0, parts.findIndex((part) => part.persistentID === book.currentPersistentID));
  return { at, time: book.currentTime, share: book.fractionHeard, isHere: false };
}

/** The parts of a book's view that change while it plays: how much is left, and the buttons. */
function progress(book, signal) {
  const { parts } = book;
  const line = el("p", { class: "sub" });
  const bar = el("div");
  const main = button("", () => {
    const { at, isHere } = placeIn(book);
    if (isHere) player.toggle();
    else if (isBegun(book)) player.play(parts, at);
    else fromStart(parts);
  }, { class: "button primary" });
  const again = button(text.fromStart, () => fromStart(parts));
  let last = "";
  const update = () => {
    const { at, time, share, isHere } = placeIn(book);
    const isOpen = isHere || isBegun(book);
    const place = parts.length > 1 ? `${text.part(at + 1)} · ${formatTime(time)}` : formatTime(time);
    const label = isHere && player.isPlaying ? text.pause : isOpen ? text.continuesFrom(place) : text.listen;
    const left = isOpen ? text.left(formatLength(book.playbackDuration * (1 - share))) : book.isFinished ? text.finished : "";
    const state = [label, left, text.heard(share ?? 0)].join();
    if (state === last) return;
    last = state;
    fill(main, icon(label === text.pause ? "pause" : "play"), label);
    again.hidden = !isOpen;
    fill(line, names([
      book.series ? [book.series, book.seriesPart].filter(Boolean).join(" ") : "", book.narrators?.length ? text.readBy(book.narrators.join(", ")) : "",
      formatLength(book.playbackDuration), left,
    ]));
    fill(bar, isOpen ? el("div", { class: "heard", role: "img", "aria-label": text.heard(share), style: { "--value": share } }) : null);
  };
  for (const event of ["player", "time", "track"]) on(event, update, signal);
  update();
  return [line, bar, el("div", { class: "actions" }, main, again, speedButton(signal))];
}
audiobook.isLive = true;

function fromStart(parts) {
  for (const part of parts) part.bookmarkTime = undefined;
  player.play(parts);
}

function speedButton(signal) {
  const shown = button("", () => menu(shown, SPEEDS.map((speed) => ({
    label: `${formatNumber(speed)} ×`, checked: player.speed === speed, action: () => (player.speed = speed),
  }))), { "aria-haspopup": "menu", picture: "speed" });
  const update = () => shown.lastChild.replaceWith(`${text.speed} ${formatNumber(player.speed)} ×`);
  shown.append("");
  update();
  on("player", update, signal);
  return shown;
}

function chapterList(part, signal) {
  if (!part.chapters?.length) return null;
  const isHere = () => player.item?.persistentID === part.persistentID;
  const begin = (chapter) => {
    if (!isHere()) player.play([part]);
    player.seek(chapter.startTime ?? 0);
    player.resume();
  };
  const buttons = part.chapters.map((chapter) => el("button", { type: "button", onclick: () => begin(chapter) },
    el("span", { class: "time" }, formatTime(chapter.startTime ?? 0)), name(chapter.title ?? "")));
  const update = () => {
    const at = isHere() ? part.chapters.indexOf(chapterAt(player.item, player.time)) : -1;
    buttons.forEach((shown, index) => (index === at ? shown.setAttribute("aria-current", "true") : shown.removeAttribute("aria-current")));
  };
  for (const event of ["player", "time", "track"]) on(event, update, signal);
  update();
  return el("section", {}, el("h2", {}, text.chapters), el("ol", { class: "chapters" }, buttons.map((shown) => el("li", {}, shown))));
}
