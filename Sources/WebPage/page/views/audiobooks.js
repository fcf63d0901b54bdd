// Audiobooks as books: each with its parts, resumed where it was left.
import { get } from "../api.js";
import { cover } from "../cover.js";
import { button, menu } from "../dialog.js";
import { el, name } from "../dom.js";
import { formatLength, formatNumber, formatTime } from "../format.js";
import { grid, shelf, tile } from "../grid.js";
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
    below: [book.author, isBegun(book) ? text.left(formatLength(remaining(book))) : formatLength(book.playbackDuration)].filter(Boolean).join(" · "),
  });
  if (isBegun(book)) shown.querySelector(".cover").append(el("span", { class: "watched", style: { "--value": book.fractionHeard } }));
  return shown;
}

const remaining = (book) => book.playbackDuration * (1 - book.fractionHeard);

export async function audiobook({ id, signal }) {
  const book = await get(`/books/${encodeURIComponent(id)}`, {}, { signal });
  const { parts } = book;
  const at = Math.max(0, parts.findIndex((part) => part.persistentID === book.currentPersistentID));
  const list = shortList(parts, { numbers: (_, index) => index + 1, album: false, artists: false, label: text.parts, signal });
  const single = parts.length === 1 ? chapterList(parts[0]) : null;
  const place = parts.length > 1 ? `${text.part(at + 1)} · ${formatTime(book.currentTime)}` : formatTime(book.currentTime);
  return {
    title: book.title,
    element: el("div", { class: "page" },
      el("header", { class: "hero" }, cover(book.artwork?.length ? book : null, 240, "book"), el("div", { class: "hero-words" },
        el("h1", {}, name(book.title)), book.author ? el("p", { class: "hero-artist" }, name(book.author)) : null,
        el("p", { class: "sub" }, [
          book.series ? [book.series, book.seriesPart].filter(Boolean).join(" ") : "", book.narrators?.length ? text.readBy(book.narrators.join(", ")) : "",
          formatLength(book.playbackDuration), isBegun(book) ? text.left(formatLength(remaining(book))) : book.isFinished ? text.finished : "",
        ].filter(Boolean).join(" · ")),
        isBegun(book) ? el("div", { class: "heard", role: "img", "aria-label": text.heard(book.fractionHeard), style: { "--value": book.fractionHeard } }) : null,
        el("div", { class: "actions" },
          isBegun(book) ? button(text.continuesFrom(place), () => player.play(parts, at), { picture: "play", class: "button primary" })
            : button(text.listen, () => fromStart(parts), { picture: "play", class: "button primary" }),
          isBegun(book) ? button(text.fromStart, () => fromStart(parts)) : null, speedButton(signal)))),
      single ?? el("section", {}, el("h2", {}, text.parts), list)),
  };
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

function chapterList(part) {
  if (!part.chapters?.length) return null;
  return el("section", {}, el("h2", {}, text.chapters), el("ol", { class: "chapters" }, part.chapters.map((chapter) =>
    el("li", {}, el("button", { type: "button", onclick: () => { player.play([part]); player.seek(chapter.startTime ?? 0); } },
      el("span", { class: "time" }, formatTime(chapter.startTime ?? 0)), name(chapter.title ?? ""))))));
}
