// Covers in rows and columns.
import { listEntries } from "./actions.js";
import { getAll } from "./api.js";
import { cover } from "./cover.js";
import { attempt, iconButton, menu } from "./dialog.js";
import { el, link, name, names } from "./dom.js";
import { to } from "./router.js";
import { keepListFresh } from "./live.js";
import { player } from "./speakers.js";
import { text } from "./text.js";
import { fontScale, virtual } from "./virtual.js";

const GAP = 24;
const WORDS = 60;

/** As many columns as fit; `shape` is the height of a picture by its width. */
const layoutOf = (shape, least) => (width) => {
  const scale = fontScale();
  const isNarrow = width < 560 * scale;
  const gap = (isNarrow ? 16 : GAP) * scale;
  const columns = Math.max(isNarrow && shape < 1 ? 1 : 2, Math.floor((width + gap) / ((isNarrow ? least * 0.8 : least) * scale + gap)));
  return { columns, height: ((width - gap * (columns - 1)) / columns) * shape + (WORDS + 12) * scale };
};

/** The kinds of a grid: covers, films, and words alone. */
const layouts = {
  covers: layoutOf(1, 176),
  films: layoutOf(9 / 16, 240),
  words: (width) => ({ columns: Math.max(1, Math.floor((width / fontScale() + GAP) / (220 + GAP))), height: 72 * fontScale() }),
};

/** A cover with its name: a link, and a button that plays. `below` is a name, or several in one line. */
export function tile({ href, thing, title, below, items, picture, initial }) {
  const shown = el("div", { class: "tile" },
    link(to(href), { class: "tile-link", dataset: { main: "" } },
      initial ? el("div", { class: "cover initial", "aria-hidden": "true" }, initialOf(title)) : cover(thing, 200, picture), el("span", { class: "tile-title" }, name(title)),
      el("span", { class: "sub" }, names([below].flat()))),
    items ? iconButton("play", `${text.play}: ${title.slice(0, 80)}`, async () => {
      const all = await attempt(items);
      if (all?.length) player.play(all);
    }, { class: "icon-button tile-play" }) : null);
  if (items) {
    shown.addEventListener("contextmenu", (event) => {
      event.preventDefault();
      menu(shown.querySelector(".tile-link"), listEntries(items, title), event);
    });
  }
  return shown;
}

// The first character as a person sees it: an emoji of several, a letter with its accents.
const initialOf = (title) => [...new Intl.Segmenter().segment(title.trim().slice(0, 40))][0]?.segment.toUpperCase() ?? "";

/** The tile of an album. */
export function albumTile(album) {
  return tile({
    href: `/albums/${album.persistentID}`, thing: album, title: album.title || text.untitled,
    below: [album.albumArtist ?? (album.isCompilation ? text.variousArtists : text.unknownArtist), album.year],
    items: () => songsOfAlbum(album.persistentID),
  });
}

/** The songs of an album in their order. */
export const songsOfAlbum = (id) => getAll("/items", {
  where: `albumPersistentID = ${Number(id) || 0}`, sort: "discNumber,albumTrackNumber,title",
});

/** A list of tiles of any length. */
export function grid(pages, makeTile, { label, signal, kind = "covers" }) {
  const list = virtual({
    count: () => pages.total, label, signal, name: `grid ${kind}`, layout: layouts[kind],
    cell: (index) => {
      const thing = pages.at(index, () => list.arrived());
      return thing ? makeTile(thing) : el("div", { class: "tile waiting" }, el("div", { class: "cover" }));
    },
  });
  if (pages.renew) keepListFresh(pages, list, signal);
  return list;
}

/** A few tiles in a row that scrolls sideways. */
export function shelf(title, tiles) {
  return el("section", { class: "shelf" }, el("h2", {}, title), el("div", { class: "shelf-row", tabIndex: 0, role: "group", "aria-label": title }, tiles));
}
