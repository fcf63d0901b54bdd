// Albums as covers, and an album with its songs.
import { get } from "../api.js";
import { listActions } from "../actions.js";
import { alphabet } from "../alphabet.js";
import { cover } from "../cover.js";
import { el, link, name, names } from "../dom.js";
import { formatLength, formatNumber } from "../format.js";
import { albumTile, grid, songsOfAlbum } from "../grid.js";
import { Pages } from "../pages.js";
import { note, to } from "../router.js";
import { choices, emit } from "../store.js";
import { empty } from "../states.js";
import { text } from "../text.js";
import { shortList } from "../tracks.js";

export async function albums({ query, signal }) {
  const sort = query.get("sort") ?? choices.get("albumSort", "albumTitle");
  const pages = await new Pages("/albums", { sort }, signal).begin();
  if (!pages.total) return { title: text.albums, element: empty("album", text.noAlbums, text.noAlbumsHint) };
  const list = grid(pages, albumTile, { label: text.albums, signal });
  return {
    title: text.albums,
    element: el("div", { class: "page with-alphabet" },
      heading(text.albums, pages.total, sorter(sort, text.albumSorts, "albumSort")), list.element,
      alphabet("/albums", { sort }, list, signal)),
    shown: list.update,
  };
}
albums.placeholder = "grid";

/** The title of a view with how many there are, and what belongs beside it. */
export function heading(title, count, ...more) {
  return el("div", { class: "heading" }, el("h1", {}, title),
    count === null ? null : el("span", { class: "count" }, formatNumber(count)), el("div", { class: "heading-more" }, more));
}

/** Chooses an order; the address and the browser remember it. */
export function sorter(current, sorts, choice) {
  return el("select", {
    "aria-label": text.sortBy,
    onchange: (event) => {
      choices.set(choice, event.target.value);
      note({ sort: event.target.value });
      emit("again");
    },
  }, Object.entries(sorts).map(([key, label]) => el("option", { value: key, selected: key === current }, label)));
}

export async function album({ id, signal }) {
  const [found, songs] = await Promise.all([
    get("/albums", { where: `albumPersistentID = ${Number(id) || 0}`, limit: 1 }, { signal }), songsOfAlbum(id),
  ]);
  const album = found.items[0];
  if (!album) throw Object.assign(new Error(), { status: 404 });
  const first = songs[0] ?? {};
  const artist = album.albumArtist ?? (album.isCompilation ? text.variousArtists : text.unknownArtist);
  const page = first.albumArtistPersistentID ? `/album-artists/${first.albumArtistPersistentID}` : first.artistPersistentID ? `/artists/${first.artistPersistentID}` : null;
  const artists = songs.some((song) => song.artist !== artist);
  const discs = Map.groupBy(songs, (song) => song.discNumber ?? 1);
  return {
    title: album.title || text.untitled,
    element: el("div", { class: "page" },
      el("header", { class: "hero" }, cover(album, 320),
        el("div", { class: "hero-words" },
          el("h1", {}, name(album.title || text.untitled)),
          el("p", { class: "hero-artist" }, page ? link(to(page), {}, name(artist)) : name(artist)),
          el("p", { class: "sub" }, names([album.year, first.genres?.[0]?.slice(0, 100), text.songCount(album.count), formatLength(album.playbackDuration)])),
          listActions(async () => songs, [], album.title ?? ""))),
      [...discs].map(([disc, items]) => el("section", { class: "disc" },
        discs.size > 1 ? el("h2", {}, items[0].discSubtitle ? `${text.disc(disc)} · ${items[0].discSubtitle}` : text.disc(disc)) : null,
        shortList(items, { numbers: (item, index) => item.albumTrackNumber ?? index + 1, album: false, artists, label: text.songs, signal })))),
  };
}
album.isLive = true;
