// Podcasts and audiobooks, which are resumed where they were left.
import { get } from "../api.js";
import { listActions } from "../actions.js";
import { el, name } from "../dom.js";
import { formatLength } from "../format.js";
import { grid, tile } from "../grid.js";
import { Pages } from "../pages.js";
import { empty } from "../states.js";
import { text } from "../text.js";
import { trackList } from "../tracks.js";
import { heading } from "./albums.js";

export async function podcasts({ signal }) {
  const pages = await new Pages("/podcasts", {}, signal).begin();
  if (!pages.total) return { title: text.podcasts, element: empty("podcast", text.none(text.podcasts), text.noneHint) };
  const list = grid(pages, (podcast) => tile({
    href: `/podcasts/${podcast.persistentID}`, thing: null, title: podcast.title || text.untitled, below: text.episodeCount(podcast.count), picture: "podcast",
  }), { label: text.podcasts, signal });
  return { title: text.podcasts, element: el("div", { class: "page" }, heading(text.podcasts, pages.total), list.element), shown: list.update };
}
podcasts.placeholder = "grid";

export async function podcast({ id, signal }) {
  const where = `podcastPersistentID = ${Number(id) || 0}`;
  const [found, pages] = await Promise.all([
    get("/podcasts", { where, limit: 1 }, { signal }), new Pages("/items", { where, sort: "releaseDate:desc,title" }, signal).begin(),
  ]);
  const podcast = found.items[0];
  if (!podcast) throw Object.assign(new Error(), { status: 404 });
  const list = trackList(pages, { label: text.episodes, signal });
  return {
    title: podcast.title,
    element: el("div", { class: "page" }, el("header", { class: "hero small" }, el("div", { class: "hero-words" },
      el("h1", {}, name(podcast.title || text.untitled)), el("p", { class: "sub" }, `${text.episodeCount(podcast.count)} · ${formatLength(podcast.playbackDuration)}`),
      listActions(() => pages.slice(0, 1000)))), list.element),
    shown: list.update,
  };
}

export async function audiobooks({ signal }) {
  const pages = await new Pages("/audiobooks", { sort: "albumTitle,discNumber,albumTrackNumber,title" }, signal).begin();
  if (!pages.total) return { title: text.audiobooks, element: empty("book", text.none(text.audiobooks), text.noneHint) };
  const list = trackList(pages, { label: text.audiobooks, signal });
  return { title: text.audiobooks, element: el("div", { class: "page" }, heading(text.audiobooks, pages.total), list.element), shown: list.update };
}
