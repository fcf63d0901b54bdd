// The ways into the library: a rail on the left, a bar at the bottom of phones. And the search above the views.
import { menu } from "./dialog.js";
import { el, link } from "./dom.js";
import { icon } from "./icons.js";
import { go, note, place, to } from "./router.js";
import { session } from "./store.js";
import { text } from "./text.js";

const groups = () => [
  [null, [["/", "home", text.home], ["/playing", "lyrics", text.nowPlaying]]],
  [text.music, [
    ["/albums", "album", text.albums], ["/artists", "artist", text.artists], ["/album-artists", "albumArtist", text.albumArtists],
    ["/songs", "song", text.songs], ["/genres", "genre", text.genres], ["/composers", "composer", text.composers],
  ]],
  [text.more, [
    ["/playlists", "playlist", text.playlists], ["/favorites", "heart", text.favorites], ["/videos", "video", text.videos],
    ["/podcasts", "podcast", text.podcasts], ["/audiobooks", "book", text.audiobooks], ["/folders", "folder", text.folders],
  ]],
  [text.yours, [
    ["/history", "history", text.history], ["/statistics", "chart", text.statistics],
    ["/library", "library", text.library], ["/settings", "settings", text.settings],
  ]],
];

const entry = ([path, picture, label]) =>
  link(to(path), { class: "rail-link", title: label, dataset: { path } }, icon(picture), el("span", {}, label));

export function rail() {
  const phone = [["/", "home", text.home], ["/albums", "album", text.albums], ["/search", "search", text.search], ["/playlists", "playlist", text.playlists]];
  const more = el("button", { type: "button", class: "rail-link", "aria-haspopup": "menu", onclick: () => menu(more, moreEntries()) },
    icon("more"), el("span", {}, text.more));
  return [
    el("nav", { id: "rail", "aria-label": text.views },
      link(to("/"), { class: "brand", "aria-label": "Phonolith" }, icon("song"), el("span", {}, "Phonolith")),
      groups().map(([title, entries]) => el("div", { class: "rail-group" }, title ? el("h2", {}, title) : null, entries.map(entry))),
      el("p", { class: "rail-user" }, session.current?.user ?? "")),
    el("nav", { id: "tabs", "aria-label": text.views }, phone.map(entry), more),
  ];
}

function moreEntries() {
  return groups().flatMap(([, entries], index) => [
    ...(index ? [null] : []), ...entries.map(([path, picture, label]) => ({ label, picture, action: () => go(path) })),
  ]);
}

/** Searches while one types; the address follows. */
export function searchBox() {
  const input = el("input", {
    type: "search", id: "search", placeholder: text.searchHint, "aria-label": text.search, autocomplete: "off", dir: "auto",
    value: place().path === "/search" ? place().query.get("q") ?? "" : "",
    oninput: () => find(),
    onkeydown: (event) => {
      if (event.key === "Escape") input.value = "";
      if (event.key === "ArrowDown") document.querySelector("#view [data-main]")?.focus();
    },
  });
  const find = () => {
    const words = input.value.trim();
    if (place().path === "/search") {
      note(words ? { q: words } : {});
      document.dispatchEvent(new CustomEvent("search", { detail: words }));
    } else if (words) {
      go("/search?" + new URLSearchParams({ q: words }));
    }
  };
  return el("form", { class: "search", role: "search", onsubmit: (event) => { event.preventDefault(); find(); } }, icon("search"), input);
}
