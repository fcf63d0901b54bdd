// Artists, album artists, composers and genres: as lists, and each with what it has.
import { get } from "../api.js";
import { listActions } from "../actions.js";
import { alphabet } from "../alphabet.js";
import { el, name } from "../dom.js";
import { formatLength } from "../format.js";
import { albumTile, grid, tile } from "../grid.js";
import { Pages } from "../pages.js";
import { empty } from "../states.js";
import { text } from "../text.js";
import { trackList } from "../tracks.js";
import { heading } from "./albums.js";

const kinds = {
  artists: { picture: "artist", id: "artistPersistentID", title: text.artists },
  "album-artists": { picture: "albumArtist", id: "albumArtistPersistentID", title: text.albumArtists },
  composers: { picture: "composer", id: "composerPersistentID", title: text.composers },
  genres: { picture: "genre", id: "genrePersistentID", title: text.genres },
};

/** The list of a kind. */
export function persons(kind) {
  const { title, picture } = kinds[kind];
  const view = async ({ signal }) => {
    const pages = await new Pages("/" + kind, {}, signal).begin();
    if (!pages.total) return { title, element: empty(picture, text.none(title), text.noneHint) };
    const list = grid(pages, (person) => personTile(kind, person), { label: title, signal, kind: isWords(kind) ? "words" : "covers" });
    list.element.classList.add("round");
    return {
      title,
      element: el("div", { class: "page with-alphabet" }, heading(title, pages.total), list.element, alphabet("/" + kind, {}, list, signal)),
      shown: list.update,
    };
  };
  view.placeholder = "grid";
  return view;
}

// Genres and composers are many words and no pictures.
const isWords = (kind) => kind === "genres" || kind === "composers";

export function personTile(kind, person) {
  return tile({
    initial: true,
    href: `/${kind}/${person.persistentID}`, thing: null, title: person.title || text.unknownArtist, picture: kinds[kind].picture,
    below: text.albumCount(person.albumCount ?? 0, person.count),
  });
}

/** One of a kind, with its albums and songs. */
export function person(kind) {
  const { id: key, title, picture } = kinds[kind];
  return async ({ id, signal }) => {
    const number = Number(id) || 0;
    // Where no tag names an album artist, the artist is one.
    const where = kind === "album-artists"
      ? `${key} = ${number} or (albumArtist is missing and artistPersistentID = ${number})` : `${key} = ${number}`;
    const [found, albums, songs] = await Promise.all([
      get("/" + kind, { where, limit: 1000 }, { signal }), new Pages("/albums", { where, sort: "year:desc,albumTitle" }, signal).begin(),
      new Pages("/items", { where, sort: "albumTitle,discNumber,albumTrackNumber,title" }, signal).begin(),
    ]);
    const person = found.items.find((one) => one.persistentID === id);
    if (!person) throw Object.assign(new Error(), { status: 404 });
    const covers = grid(albums, albumTile, { label: text.albums, signal });
    const list = trackList(songs, { label: text.songs, signal });
    return {
      title: person.title || title,
      element: el("div", { class: "page" },
        el("header", { class: "hero small" }, el("div", { class: "hero-words" }, el("p", { class: "kind" }, text.kindOf[kind]),
          el("h1", {}, name(person.title || text.unknownArtist)),
          el("p", { class: "sub" }, `${text.albumCount(person.albumCount ?? 0, person.count)} · ${formatLength(person.playbackDuration)}`),
          listActions(() => songs.slice(0, 1000)))),
        albums.total ? [el("h2", {}, text.albums), covers.element] : null,
        songs.total ? [el("h2", {}, text.songs), list.element] : empty(picture, text.noSongs, "")),
      shown: () => {
        covers.update();
        list.update();
      },
    };
  };
}
