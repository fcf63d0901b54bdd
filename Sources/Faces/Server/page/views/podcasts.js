// Podcasts: those that the server fetches by their feeds, and those whose episodes are in the library.
import { get, send } from "../api.js";
import { listActions } from "../actions.js";
import { attempt, button, confirm, form, iconButton, say } from "../dialog.js";
import { el, fill, link, name } from "../dom.js";
import { formatDate, formatLength, formatMoment, formatSize, formatTime } from "../format.js";
import { grid, tile } from "../grid.js";
import { icon } from "../icons.js";
import { Pages } from "../pages.js";
import { go, to } from "../router.js";
import { player } from "../speakers.js";
import { empty } from "../states.js";
import { on, session } from "../store.js";
import { text } from "../text.js";
import { setTitle } from "../title.js";
import { trackList } from "../tracks.js";
import { heading } from "./albums.js";

/** How often is asked how far a download is, in milliseconds. */
const ASKED_EVERY = 1500;

const maySubscribe = () => session.current.keepsPodcasts && session.current.rights.includes("podcast");

export async function podcasts({ signal }) {
  const [{ items: feeds }, pages] = await Promise.all([get("/podcasts/feeds", {}, { signal }), new Pages("/podcasts", {}, signal).begin()]);
  const subscribe = maySubscribe() ? button(text.subscribe, askForFeed, { picture: "add" }) : null;
  if (!pages.total && !feeds.length) {
    const hint = subscribe ? text.noPodcastsHint : session.current.role === "admin" && !session.current.keepsPodcasts ? text.podcastsOff : text.noneHint;
    return { title: text.podcasts, element: el("div", { class: "page" }, heading(text.podcasts, null), empty("podcast", text.none(text.podcasts), hint, subscribe)) };
  }
  const list = grid(pages, (podcast) => tile({
    href: `/podcasts/${podcast.persistentID}`, thing: null, title: podcast.title || text.untitled, below: text.episodeCount(podcast.count), picture: "podcast",
  }), { label: text.inLibrary, signal });
  return {
    title: text.podcasts,
    state: JSON.stringify(feeds),
    element: el("div", { class: "page" }, heading(text.podcasts, null, subscribe),
      feeds.length ? el("section", {}, el("h2", {}, text.subscriptions), el("ul", { class: "lines" }, feeds.map(feedLine))) : null,
      pages.total ? el("section", {}, el("h2", {}, text.inLibrary), list.element) : null),
    shown: list.update,
  };
}
podcasts.placeholder = "grid";
podcasts.isLive = true;

const feedLine = (feed) => el("li", {}, link(to(`/podcasts/feeds/${feed.persistentID}`), { dataset: { main: "" } }, icon(feed.error ? "warning" : "podcast"),
  el("span", { class: "names" }, name(feed.title ?? feed.url, { class: "title" }),
    el("span", { class: "sub" }, feed.error ? `${text.feedFailed} ${feed.error}` : feed.title ? text.episodeCount(feed.count) : text.readingFeed))));

function askForFeed() {
  form(text.subscribe, [{ name: "url", label: text.feedURL, type: "url", required: true, hint: text.feedURLHint }], text.subscribe,
    async (values) => go(`/podcasts/feeds/${(await send("POST", "/podcasts/feeds", values)).persistentID}`));
}

/** A feed with all its episodes, downloaded or not. */
export async function feed({ id, signal }) {
  const path = `/podcasts/feeds/${encodeURIComponent(id)}`;
  const about = el("header", { class: "hero small" });
  const list = el("ul", { class: "episodes" });
  const find = async () => {
    const [{ items: feeds }, { items: episodes }] = await Promise.all([get("/podcasts/feeds", {}, { signal }), get(`${path}/episodes`, {}, { signal })]);
    const feed = feeds.find(({ persistentID }) => persistentID === id);
    if (!feed) throw Object.assign(new Error(), { status: 404 });
    return { feed, episodes };
  };
  let timer = 0;
  let shown = "";
  let isGivenUp = false;
  const rows = new Map();
  // A row that has not changed stays as it is, with what points at it.
  const rowOf = (episode) => {
    const state = JSON.stringify(episode);
    const old = rows.get(episode.persistentID);
    if (old?.state === state) return old.element;
    const element = episodeRow(episode, path, update);
    rows.set(episode.persistentID, { state, element });
    return element;
  };
  const show = ({ feed, episodes }) => {
    const isWaiting = feed.status === "new" || feed.status === "downloading"
      || episodes.some(({ status, item }) => status === "downloading" || (status === "completed" && !item));
    clearTimeout(timer);
    if (isWaiting && !signal.aborted) timer = setTimeout(update, ASKED_EVERY);
    setTitle(feed.title ?? text.podcasts);
    if (shown !== JSON.stringify(feed)) fill(about, aboutFeed(feed, path, update, giveUp));
    shown = JSON.stringify(feed);
    const focused = document.activeElement?.closest?.("[data-episode]")?.dataset.episode;
    const children = episodes.length ? episodes.map(rowOf) : [el("li", { class: "sub" }, isWaiting ? text.readingFeed : text.noEpisodes)];
    if (children.some((child, index) => child !== list.children[index]) || children.length !== list.children.length) fill(list, children);
    if (focused) list.querySelector(`[data-episode="${CSS.escape(focused)}"]:not(:focus-within) button:not(:disabled)`)?.focus();
  };
  const update = () => signal.aborted || isGivenUp || find().then(show, () => {});
  // This page gets the event as well, and would ask for a feed that is gone.
  const giveUp = async () => {
    isGivenUp = true;
    try {
      await send("DELETE", path);
    } catch (error) {
      isGivenUp = false;
      throw error;
    }
    go("/podcasts", { replacing: true });
  };
  on("library", update, signal);
  const found = await find();
  show(found);
  return {
    title: found.feed.title ?? text.podcasts,
    element: el("div", { class: "page" }, el("p", { class: "up" }, link(to("/podcasts"), {}, icon("back"), text.podcasts)), about, list),
  };
}

function aboutFeed(feed, path, update, giveUp) {
  const isReading = feed.status === "new" || feed.status === "downloading";
  const actions = maySubscribe() ? el("div", { class: "actions" },
    button(text.refresh, () => attempt(async () => {
      await send("POST", `${path}/refresh`);
      say(text.lookingForEpisodes);
      await update();
    }), { class: "button primary", disabled: isReading, picture: "repeat" }),
    button(text.unsubscribe, () => confirm(text.unsubscribe, text.unsubscribeHint(feed.title ?? feed.url), text.unsubscribe, giveUp))) : null;
  return el("div", { class: "hero-words" },
    el("h1", {}, name(feed.title ?? feed.url)),
    feed.description ? el("p", { class: "feed-words" }, name(plain(feed.description))) : null,
    el("p", { class: "sub" }, [text.episodeCount(feed.count), feed.dateChecked ? text.checkedOn(formatMoment(feed.dateChecked)) : ""].filter(Boolean).join(" · ")),
    feed.error ? el("p", { class: "problem", role: "alert" }, `${text.feedFailed} ${feed.error}`) : null,
    isReading ? el("p", { class: "sub", role: "status" }, text.readingFeed) : null, actions);
}

function episodeRow(episode, path, update) {
  const own = `${path}/episodes/${episode.persistentID}`;
  const title = episode.title ?? text.untitled;
  const act = (method, address) => attempt(async () => {
    await send(method, address);
    await update();
  });
  const isHere = episode.status === "completed";
  const play = () => attempt(async () => player.play([await get(`/items/${episode.item}`)]));
  const main = isHere
    ? iconButton("play", `${text.play}: ${title}`, play, { disabled: !episode.item })
    : episode.status === "downloading" ? el("span", { class: "icon-button turning", role: "img", "aria-label": text.downloading }, icon("repeat"))
      : maySubscribe() ? iconButton("download", `${text.download}: ${title}`, () => act("POST", `${own}/download`)) : el("span", { class: "icon-button" }, icon("podcast"));
  const state = { completed: episode.item ? text.downloaded : text.beingScanned, downloading: text.downloading, deleted: text.fileDeleted }[episode.status] ?? "";
  return el("li", { dataset: { episode: episode.persistentID, status: episode.status } }, main,
    el("div", { class: "names" }, name(title, { class: "title" }),
      el("span", { class: "sub" }, [formatDate(episode.date), episode.playbackDuration ? formatTime(episode.playbackDuration) : "", episode.fileSize ? formatSize(episode.fileSize) : "", state].filter(Boolean).join(" · ")),
      episode.error ? el("span", { class: "problem" }, episode.error) : null,
      episode.description ? el("span", { class: "sub episode-words" }, name(plain(episode.description))) : null),
    isHere && maySubscribe() ? iconButton("trash", `${text.deleteFile}: ${title}`, () =>
      confirm(text.deleteFile, text.deleteFileHint(title), text.delete, () => act("DELETE", own))) : null);
}

// Feeds describe in HTML; only its words are shown.
const plain = (words) => words.replace(/<[^>]*>/g, " ").replace(/&nbsp;/g, " ").replace(/&amp;/g, "&").replace(/\s+/g, " ").trim();

// Dates that are known to the year or the month stay as they are.
const dayOf = (date) => (date?.length >= 10 ? formatDate(date) : date ?? "");

/** A podcast of the library. */
export async function podcast({ id, signal }) {
  const where = `podcastPersistentID = ${Number(id) || 0}`;
  const [found, pages] = await Promise.all([
    get("/podcasts", { where, limit: 1 }, { signal }), new Pages("/items", { where, sort: "releaseDate:desc,title" }, signal).begin(),
  ]);
  const podcast = found.items[0];
  if (!podcast) throw Object.assign(new Error(), { status: 404 });
  const list = trackList(pages, { label: text.episodes, signal, aside: (item) => dayOf(item.releaseDate) });
  return {
    title: podcast.title,
    element: el("div", { class: "page" }, el("header", { class: "hero small" }, el("div", { class: "hero-words" },
      el("h1", {}, name(podcast.title || text.untitled)), el("p", { class: "sub" }, `${text.episodeCount(podcast.count)} · ${formatLength(podcast.playbackDuration)}`),
      listActions(() => pages.slice(0, 1000)))), list.element),
    shown: list.update,
  };
}
