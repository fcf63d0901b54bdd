// Videos: as a list, and one that plays where it was left.
import { address, get, has, send, streamOf } from "../api.js";
import { details, heart, rating } from "../actions.js";
import { attempt, button } from "../dialog.js";
import { el, fill, name } from "../dom.js";
import { formatTime, qualityOf, titleOf } from "../format.js";
import { grid, tile } from "../grid.js";
import { Listening } from "../listening.js";
import { Pages } from "../pages.js";
import { player } from "../player.js";
import { empty } from "../states.js";
import { text } from "../text.js";
import { heading } from "./albums.js";

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
    below: [episode, formatTime(item.playbackDuration)].filter(Boolean).join(" · "),
  });
  if (!item.artwork?.length) still(shown.querySelector(".cover"), item);
  if (item.bookmarkTime && item.playbackDuration) {
    shown.querySelector(".cover").append(el("span", { class: "watched", style: { "--value": item.bookmarkTime / item.playbackDuration } }));
  }
  return shown;
}

// A picture of the film, where the server makes such; else the place of the picture stays as it is.
async function still(box, item) {
  if (!(await has("/items/{id}/thumbnail"))) return;
  const picture = el("img", { alt: "", loading: "lazy", src: address(`/items/${item.persistentID}/thumbnail`, { size: 400 }), onerror: () => picture.remove() });
  box.append(picture);
}

export async function video({ id, signal }) {
  const item = await get(`/items/${encodeURIComponent(id)}`, {}, { signal });
  const listening = new Listening();
  const note = el("p", { class: "problem", role: "alert", hidden: true });
  const film = el("video", { controls: true, preload: "metadata", playsInline: true, src: streamOf(item) });
  film.addEventListener("loadedmetadata", () => {
    if (item.bookmarkTime > 5 && item.bookmarkTime < film.duration - 10) film.currentTime = item.bookmarkTime;
  }, { once: true });
  film.addEventListener("play", () => player.pause());
  film.addEventListener("timeupdate", () => !film.paused && listening.note(film.currentTime, film.duration) && count(item, true));
  film.addEventListener("seeking", () => listening.jump());
  film.addEventListener("pause", () => keep(item, film.ended ? null : film.currentTime));
  film.addEventListener("ended", () => listening.end(true) && count(item, true));
  film.addEventListener("error", () => {
    fill(note, text.cannotPlay(titleOf(item), qualityOf(item)));
    note.hidden = false;
  });
  signal.addEventListener("abort", () => {
    if (film.currentTime > 5 && !film.ended) keep(item, film.currentTime);
    film.removeAttribute("src");
    film.load();
  });
  return {
    title: titleOf(item),
    element: el("div", { class: "page film" }, film, note,
      el("div", { class: "now-names" }, el("div", {}, el("h1", {}, name(titleOf(item))), el("p", { class: "sub" }, qualityOf(item))), heart(item)),
      el("div", { class: "now-details" }, rating(item), button(text.details, () => details(item))),
      item.chapters?.length ? el("section", {}, el("h2", {}, text.chapters), el("ol", { class: "chapters" }, item.chapters.map((chapter) =>
        el("li", {}, el("button", { type: "button", onclick: () => { film.currentTime = chapter.startTime ?? 0; attempt(() => film.play()); } },
          el("span", { class: "time" }, formatTime(chapter.startTime ?? 0)), name(chapter.title ?? "")))))) : null),
  };
}

const keep = (item, time) => send("PUT", `/items/${item.persistentID}/bookmark`, { time }, { keepalive: true }).catch(() => {});
const count = (item, finished) => attempt(() => send("POST", `/items/${item.persistentID}/plays`, { player: "Web", finished }));
