// All songs, filtered by an expression if one likes; and what has a star.
import { listActions } from "../actions.js";
import { alphabet } from "../alphabet.js";
import { completions } from "../completion.js";
import { button } from "../dialog.js";
import { el, fill } from "../dom.js";
import { Pages } from "../pages.js";
import { note } from "../router.js";
import { empty } from "../states.js";
import { choices, emit } from "../store.js";
import { text } from "../text.js";
import { trackList } from "../tracks.js";
import { heading, sorter } from "./albums.js";

/** Whether the filter has just been used: then its field keeps the focus. */
let isFiltering = false;

export async function songs({ query, signal }) {
  const sort = query.get("sort") ?? choices.get("songSort", "title");
  const where = query.get("where") ?? "";
  let pages = null;
  let problem = null;
  try {
    pages = await new Pages("/songs", { sort, where }, signal).begin();
  } catch (error) {
    if (error.status !== 400 || !where) throw error;
    problem = problemIn(error.message);
  }
  const list = pages && trackList(pages, { label: text.songs, signal });
  const body = problem ? el("p", { class: "problem", role: "alert" }, problem)
    : pages.total ? [listActions(() => pages.slice(0, 1000)), list.element]
      : empty("song", where ? text.nothingMatches : text.noSongs, where ? text.nothingMatchesHint : text.noAlbumsHint);
  return {
    title: text.songs,
    element: el("div", { class: "page with-alphabet" },
      heading(text.songs, pages?.total ?? null, sorter(sort, text.songSorts, "songSort")),
      whereField(where, (value) => {
        note({ ...(value ? { where: value } : {}), sort });
        isFiltering = true;
        emit("again");
      }), body,
      pages?.total ? alphabet("/songs", { sort, where }, list, signal) : null),
    shown: () => {
      list?.update();
      if (isFiltering) document.querySelector("#view input[name=where]")?.focus({ preventScroll: true });
      isFiltering = false;
    },
  };
}

// The remedy of the command line is of no use here.
const problemIn = (message) => message.replace(/; phonolith [^,]*(?=,|$)/, "");

/** A field for an expression, with properties, comparisons and values of the library to choose from. */
export function whereField(value, action) {
  const input = el("input", {
    type: "text", name: "where", value, placeholder: text.whereHint, "aria-label": text.filter, autocomplete: "off", spellcheck: false, dir: "ltr",
    oninput: () => complete(),
  });
  const id = `where-${Math.floor(Math.random() * 1e9)}`;
  const words = el("datalist", { id });
  input.setAttribute("list", id);
  let asking = new AbortController();
  // An offer goes on with what is written.
  const complete = async () => {
    asking.abort();
    asking = new AbortController();
    const { signal } = asking;
    const { before, offers } = await completions(input.value, signal).catch(() => ({ offers: [] }));
    if (!signal.aborted) fill(words, offers.slice(0, 12).map((offer) => el("option", { value: before + offer })));
  };
  return el("form", { class: "where", onsubmit: (event) => { event.preventDefault(); action(input.value.trim()); } },
    input, words, button(text.filter, null, { type: "submit" }));
}

export async function favorites({ signal }) {
  const pages = await new Pages("/items", { where: "isFavorite = true", sort: "favoriteDate:desc" }, signal).begin();
  if (!pages.total) return { title: text.favorites, element: empty("heart", text.noFavorites, text.noFavoritesHint) };
  const list = trackList(pages, { label: text.favorites, signal });
  return {
    title: text.favorites,
    element: el("div", { class: "page" }, heading(text.favorites, pages.total), listActions(() => pages.slice(0, 1000)), list.element),
    shown: list.update,
  };
}
