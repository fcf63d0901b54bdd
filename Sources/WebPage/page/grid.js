// Covers in rows and columns, and the alphabet to jump in long lists.
import { get, getAll } from "./api.js";
import { cover } from "./cover.js";
import { attempt, iconButton } from "./dialog.js";
import { el, link, name } from "./dom.js";
import { to } from "./router.js";
import { keepListFresh } from "./live.js";
import { player } from "./speakers.js";
import { text } from "./text.js";
import { virtual } from "./virtual.js";

const GAP = 24;
const WORDS = 60;

/** As many columns as fit; `shape` is the height of a picture by its width. */
const layoutOf = (shape, least) => (width) => {
  const isNarrow = width < 560;
  const gap = isNarrow ? 16 : GAP;
  const columns = Math.max(isNarrow && shape < 1 ? 1 : 2, Math.floor((width + gap) / ((isNarrow ? least * 0.8 : least) + gap)));
  return { columns, height: ((width - gap * (columns - 1)) / columns) * shape + WORDS + 12 };
};

/** The kinds of a grid: covers, films, and words alone. */
const layouts = {
  covers: layoutOf(1, 176),
  films: layoutOf(9 / 16, 240),
  words: (width) => ({ columns: Math.max(1, Math.floor((width + GAP) / (220 + GAP))), height: 72 }),
};

/** A cover with its name: a link, and a button that plays. */
export function tile({ href, thing, title, below, items, picture, initial }) {
  return el("div", { class: "tile" },
    link(to(href), { class: "tile-link", dataset: { main: "" } },
      initial ? el("div", { class: "cover initial", "aria-hidden": "true" }, initialOf(title)) : cover(thing, 200, picture), el("span", { class: "tile-title" }, name(title)),
      el("span", { class: "sub" }, below ? name(below) : "")),
    items ? iconButton("play", `${text.play}: ${title.slice(0, 80)}`, async () => {
      const all = await attempt(items);
      if (all?.length) player.play(all);
    }, { class: "icon-button tile-play" }) : null);
}

// The first character as a person sees it: an emoji of several, a letter with its accents.
const initialOf = (title) => [...new Intl.Segmenter().segment(title.trim().slice(0, 40))][0]?.segment.toUpperCase() ?? "";

/** The tile of an album. */
export function albumTile(album) {
  return tile({
    href: `/albums/${album.persistentID}`, thing: album, title: album.title || text.untitled,
    below: [album.albumArtist ?? (album.isCompilation ? text.variousArtists : text.unknownArtist), album.year].filter(Boolean).join(" · "),
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

/** The initials of a list, to jump by; nothing where a list is short or not in the order of names. */
export function alphabet(path, query, list, signal) {
  const strip = el("nav", { class: "alphabet", "aria-label": text.jumpTo });
  get(path + "/sections", query, { signal }).then(({ items }) => {
    const total = items.reduce((sum, section) => sum + section.count, 0);
    if (total < 30 || items.length < 3) return;
    const most = 32;
    const step = Math.ceil(items.length / most);
    strip.append(...items.filter((_, index) => index % step === 0).map((section) =>
      el("button", { type: "button", "aria-label": section.title || text.noName, onclick: () => list.show(section.offset) }, section.title || "–")));
  }, () => {});
  return strip;
}

