// Results while one types.
import { get } from "../api.js";
import { el, fill } from "../dom.js";
import { albumTile } from "../grid.js";
import { empty, failed } from "../states.js";
import { text } from "../text.js";
import { shortList } from "../tracks.js";
import { personTile } from "./persons.js";

export async function search({ query, signal }) {
  const results = el("div", { "aria-live": "polite" });
  let asking = new AbortController();
  const find = async (words) => {
    asking.abort();
    asking = new AbortController();
    const field = document.querySelector("#search");
    if (field && field !== document.activeElement) field.value = words;
    if (!words) return fill(results, empty("search", text.searchEmpty, text.searchEmptyHint));
    try {
      const found = await get("/search", { q: words, limit: 30 }, { signal: asking.signal });
      fill(results, shown(found, words, signal));
    } catch (error) {
      if (error.name !== "AbortError") fill(results, failed(error));
    }
  };
  document.addEventListener("search", (event) => find(event.detail), { signal });
  await find(query.get("q") ?? "");
  return { title: text.search, element: el("div", { class: "page" }, el("h1", { class: "hidden" }, text.search), results), shown: () => query.get("q") || document.querySelector("#search")?.focus() };
}
// Updates itself.
search.isLive = false;

function shown({ items, albums, artists }, words, signal) {
  if (!items.length && !albums.length && !artists.length) {
    return empty("search", text.nothingFound(words.slice(0, 80)), text.nothingFoundHint);
  }
  const section = (title, content) => el("section", { class: "found" }, el("h2", {}, title), content);
  return [
    artists.length ? section(text.artists, el("div", { class: "tiles round" }, artists.slice(0, 12).map((artist) => personTile("artists", artist)))) : null,
    albums.length ? section(text.albums, el("div", { class: "tiles" }, albums.slice(0, 12).map(albumTile))) : null,
    items.length ? section(text.songs, shortList(items, { label: text.songs, signal })) : null,
  ];
}
