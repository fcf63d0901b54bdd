// The first view: what to go on with, what was played, what is new.
import { get } from "../api.js";
import { button } from "../dialog.js";
import { el } from "../dom.js";
import { artistOf, formatLength, pictureOf, titleOf } from "../format.js";
import { shelf, songsOfAlbum, tile } from "../grid.js";
import { go } from "../router.js";
import { empty } from "../states.js";
import { session } from "../store.js";
import { text } from "../text.js";

const MOST = 20;

export async function home({ signal }) {
  const [added, history, begun, starred] = await Promise.all([
    get("/songs", { sort: "dateAdded:desc", limit: 300 }, { signal }),
    get("/history", { limit: 200 }, { signal }),
    get("/items", { where: "bookmarkTime > 0", sort: "lastPlayedDate:desc", limit: MOST }, { signal }),
    get("/items", { where: "isFavorite = true", sort: "favoriteDate:desc", limit: 200 }, { signal }),
  ]);
  if (!added.total && !begun.total) return { title: text.home, element: nothing() };
  const shelves = [
    [text.goOnWith, begun.items.map(single)],
    [text.recentlyPlayed, albumsOf(history.items.map((play) => play.item)).map(albumOf)],
    [text.recentlyAdded, albumsOf(added.items).map(albumOf)],
    [text.favorites, albumsOf(starred.items).map(albumOf)],
  ].filter(([, tiles]) => tiles.length);
  return { title: text.home, element: el("div", { class: "page" }, el("h1", {}, text.greeting(new Date().getHours())), shelves.map(([title, tiles]) => shelf(title, tiles))) };
}
home.placeholder = "grid";
home.isLive = true;

function nothing() {
  return session.current.role === "admin"
    ? empty("library", text.emptyLibrary, text.emptyLibraryHint, button(text.chooseFolders, () => go("/library"), { class: "button primary" }))
    : empty("library", text.emptyLibrary, text.emptyLibraryAsk);
}

/** One item for each album, in the order in which they come. */
function albumsOf(items) {
  const seen = new Set();
  return items.filter((item) => {
    const album = item.albumPersistentID ?? item.persistentID;
    if (!item.persistentID || seen.has(album)) return false;
    return seen.add(album);
  }).slice(0, MOST);
}

function albumOf(item) {
  if (!item.albumPersistentID) return single(item);
  return tile({
    href: `/albums/${item.albumPersistentID}`, thing: item, title: item.albumTitle ?? titleOf(item),
    below: item.albumArtist ?? artistOf(item), items: () => songsOfAlbum(item.albumPersistentID),
  });
}

function single(item) {
  const { bookmarkTime: time, playbackDuration: duration } = item;
  const isBegun = time > 0 && time < duration;
  const shown = tile({
    href: placeOf(item), thing: item, title: titleOf(item), picture: pictureOf(item),
    below: [artistOf(item), isBegun ? text.left(formatLength(duration - time)) : ""],
    items: item.videoCodec ? undefined : async () => [item],
  });
  if (isBegun) shown.querySelector(".cover").append(el("span", { class: "watched", style: { "--value": time / duration } }));
  return shown;
}

/** Where an item is that is on no album. */
function placeOf(item) {
  if (item.videoCodec) return `/videos/${item.persistentID}`;
  if (item.mediaType?.includes("audioBook")) return `/audiobooks/${item.persistentID}`;
  if (item.podcastPersistentID) return `/podcasts/${item.podcastPersistentID}`;
  return `/search?${new URLSearchParams({ q: titleOf(item).slice(0, 100) })}`;
}
