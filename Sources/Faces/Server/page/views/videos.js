// Videos: as a list, and one that plays where it was left.
import { address, get, send } from "../api.js";
import { details, heart, rating } from "../actions.js";
import { chapterAt } from "../chapters.js";
import { attempt, button } from "../dialog.js";
import { el, fill, name } from "../dom.js";
import { Film } from "../film.js";
import { filmBox } from "../filmbar.js";
import { formatTime, qualityOf, titleOf } from "../format.js";
import { grid, tile } from "../grid.js";
import { Listening } from "../listening.js";
import { Pages } from "../pages.js";
import { player } from "../speakers.js";
import { empty } from "../states.js";
import { text } from "../text.js";
import { heading } from "./albums.js";

/** How often the place in a film is kept while it plays, in milliseconds. */
const KEPT_EVERY = 15000;

export async function videos({ signal }) {
  const pages = await new Pages("/videos", {}, signal).begin();
  if (!pages.total) return { title: text.videos, element: empty("video", text.none(text.videos), text.noneHint) };
  const list = grid(pages, videoTile, { label: text.videos, signal, kind: "films" });
  return { title: text.videos, element: el("div", { class: "page" }, heading(text.videos, pages.total), list.element), shown: list.update };
}
videos.placeholder = "grid";

function videoTile(item) {
  const episode = item.tvShow ? `${item.tvShow} ${text.episode(item.seasonNumber, item.episodeNumber)}` : "";
  const shown = tile({
    href: `/videos/${item.persistentID}`, thing: item.artwork?.length ? item : null, title: titleOf(item), picture: "video",
    below: [episode, formatTime(item.playbackDuration)],
  });
  // A file without pictures has none to show.
  if (!item.artwork?.length && item.videoCodec) still(shown.querySelector(".cover"), item);
  if (item.bookmarkTime && item.playbackDuration) {
    shown.querySelector(".cover").append(el("span", { class: "watched", style: { "--value": item.bookmarkTime / item.playbackDuration } }));
  }
  return shown;
}

// A picture of the film, from where it has begun; where none can be made, the place of the picture stays as it is.
function still(box, item) {
  const time = Math.round(Math.min(60, (item.playbackDuration ?? 0) / 5));
  const picture = el("img", { alt: "", loading: "lazy", src: address(`/items/${item.persistentID}/thumbnail`, { time, size: 400 }), onerror: () => picture.remove() });
  box.append(picture);
}

export async function video({ id, signal }) {
  const item = await get(`/items/${encodeURIComponent(id)}`, {}, { signal });
  const listening = new Listening();
  const note = el("p", { class: "problem", role: "alert", hidden: true });
  const film = new Film(item, {
    failed: () => {
      fill(note, text.cannotPlay(titleOf(item), qualityOf(item)));
      note.hidden = false;
    },
  });
  const { video } = film;
  const chapters = chapterList(film);
  let keptAt = Date.now();
  const keepPlace = () => film.time > 5 && keep(item, film.time < film.duration - 10 ? film.time : null);
  // The server may play for others in its room.
  video.addEventListener("play", () => player.isRemote || player.pause());
  video.addEventListener("timeupdate", () => {
    chapters?.update();
    if (video.paused) return;
    if (listening.note(film.time, film.duration)) count(item, true);
    if (Date.now() - keptAt < KEPT_EVERY) return;
    keptAt = Date.now();
    keepPlace();
  });
  video.addEventListener("seeking", () => listening.jump());
  video.addEventListener("pause", () => video.ended || keepPlace());
  video.addEventListener("ended", () => {
    keep(item, null);
    if (listening.end(true)) count(item, true);
  });
  signal.addEventListener("abort", () => {
    if (!video.ended) keepPlace();
    film.close();
  });
  const left = item.bookmarkTime > 5 && item.bookmarkTime < (item.playbackDuration ?? Infinity) - 10 ? item.bookmarkTime : 0;
  film.begin(left);
  return {
    title: titleOf(item),
    element: el("div", { class: "page film", style: { "--shape": item.width && item.height ? item.width / item.height : 16 / 9 } }, filmBox(film, signal), note,
      el("div", { class: "now-names" }, el("div", {}, el("h1", {}, name(titleOf(item))), el("p", { class: "sub" }, [item.year, qualityOf(item)].filter(Boolean).join(" · ")),
        left ? el("p", { class: "sub" }, text.continuesAt(formatTime(left))) : null), heart(item)),
      el("div", { class: "now-details" }, rating(item), button(text.details, () => details(item))), chapters?.element ?? null),
  };
}

function chapterList(film) {
  const { chapters } = film.item;
  if (!chapters?.length) return null;
  const buttons = chapters.map((chapter) => el("button", { type: "button", onclick: () => { film.seek(chapter.startTime ?? 0); film.play(); } },
    el("span", { class: "time" }, formatTime(chapter.startTime ?? 0)), name(chapter.title ?? "")));
  return {
    element: el("section", {}, el("h2", {}, text.chapters), el("ol", { class: "chapters" }, buttons.map((shown) => el("li", {}, shown)))),
    update: () => {
      const at = chapters.indexOf(chapterAt(film.item, film.time));
      buttons.forEach((shown, index) => (index === at ? shown.setAttribute("aria-current", "true") : shown.removeAttribute("aria-current")));
    },
  };
}

const keep = (item, time) => send("PUT", `/items/${item.persistentID}/bookmark`, { time }, { keepalive: true }).catch(() => {});
const count = (item, finished) => attempt(() => send("POST", `/items/${item.persistentID}/plays`, { player: "Web", finished }));
