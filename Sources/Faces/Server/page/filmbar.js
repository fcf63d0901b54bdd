// The controls over a film: its time line with pictures and chapters, play, sound, subtitles, speed, the whole screen.
import { chapterAt } from "./chapters.js";
import { iconButton, menu } from "./dialog.js";
import { el, fill } from "./dom.js";
import { formatTime } from "./format.js";
import { icon } from "./icons.js";
import { spritesOf } from "./sprites.js";
import { choices } from "./store.js";
import { subtitlesButton } from "./subtitles.js";
import { text } from "./text.js";

const SPEEDS = [0.5, 0.75, 1, 1.25, 1.5, 2];
/** How long the controls stay without being used, in milliseconds. */
const PATIENCE = 3000;

/** The film with its controls. */
export function filmBox(film, signal) {
  const { video } = film;
  const play = iconButton("play", text.play, () => film.toggle(), { class: "icon-button film-play" });
  const time = el("span", { class: "time" });
  const box = el("div", { class: "film-box", role: "group", "aria-label": text.video });
  const speed = iconButton("speed", text.speed, () => menu(speed, SPEEDS.map((rate) => ({
    label: `${rate} ×`, checked: video.playbackRate === rate, action: () => (video.playbackRate = video.defaultPlaybackRate = rate),
  }))), { "aria-haspopup": "menu" });
  const subtitles = subtitlesButton(film, signal);
  const small = document.pictureInPictureEnabled ? iconButton("inset", text.pictureInPicture, () => toggleInset(video), { dataset: { use: "inset" } }) : null;
  const screen = document.fullscreenEnabled ? iconButton("enlarge", text.fullScreen, () => toggleScreen(box)) : null;
  const bar = el("div", { class: "film-bar" }, timeLine(film, signal),
    el("div", { class: "film-buttons" }, play,
      iconButton("rewind", text.keyBack, () => film.seek(film.time - 10)), iconButton("forward", text.keyForward, () => film.seek(film.time + 10)),
      time, el("span", { class: "gap" }), sound(film), subtitles, speed, small, screen));
  const update = () => {
    const label = film.isWanted ? text.pause : text.play;
    fill(play, icon(film.isWanted ? "pause" : "play"));
    play.title = label;
    play.setAttribute("aria-label", label);
    time.textContent = `${formatTime(film.time)} / ${formatTime(film.duration)}`;
    box.classList.toggle("waiting", film.isWanted && video.readyState < 3);
  };
  video.addEventListener("pause", () => video.ended && (film.isWanted = false));
  for (const name of ["play", "playing", "pause", "waiting", "timeupdate", "loadedmetadata", "ended"]) video.addEventListener(name, update);
  video.addEventListener("click", () => film.toggle());
  video.addEventListener("dblclick", () => screen?.click());
  update();
  hideUnused(box, film);
  useKeys(film, box, { c: () => subtitles.toggle() }, signal);
  return fill(box, video, bar);
}

function toggleScreen(box) {
  if (document.fullscreenElement) document.exitFullscreen();
  else box.requestFullscreen().catch(() => {});
}

// A browser that refuses shows the film where it is.
function toggleInset(video) {
  const asked = document.pictureInPictureElement ? document.exitPictureInPicture() : video.requestPictureInPicture();
  asked.catch(() => {});
}

/** Where the film is, to be moved; above the pointer, or the handle, the picture and the chapter of that time. */
function timeLine(film, signal) {
  const sprites = spritesOf(film.item, signal);
  const words = el("span", { class: "film-when" });
  const bubble = el("div", { class: "film-preview", hidden: true, "aria-hidden": "true" }, sprites.element, words);
  const input = el("input", { type: "range", class: "slider", min: 0, max: 1, step: "any", value: 0, "aria-label": text.seek });
  const line = el("div", { class: "film-line" }, bubble, input,
    el("div", { class: "film-ticks", "aria-hidden": "true" }, (film.item.chapters ?? []).filter(({ startTime }) => startTime > 0).map((chapter) =>
      el("span", { style: { "--value": chapter.startTime / (film.item.playbackDuration || 1) } }))));
  let isHeld = false;
  const preview = (share) => {
    const at = Math.min(1, Math.max(0, share)) * film.duration;
    bubble.hidden = !film.duration;
    bubble.style.setProperty("--value", Math.min(1, Math.max(0, share)));
    fill(words, [formatTime(at), chapterAt(film.item, at)?.title].filter(Boolean).join(" · "));
    sprites.show(at);
  };
  const hide = () => {
    bubble.hidden = !isHeld && document.activeElement !== input;
    if (!bubble.hidden) preview(Number(input.value));
  };
  const show = () => {
    if (isHeld) return;
    const share = film.duration ? film.time / film.duration : 0;
    input.value = share;
    mark(share);
    if (!bubble.hidden && document.activeElement === input && !line.matches(":hover")) preview(share);
  };
  const mark = (share) => {
    input.style.setProperty("--value", share);
    input.style.setProperty("--buffered", film.duration ? film.buffered / film.duration : 0);
    input.setAttribute("aria-valuetext", text.timeOf(formatTime(share * film.duration), formatTime(film.duration)));
  };
  for (const name of ["timeupdate", "progress", "loadedmetadata"]) film.video.addEventListener(name, show);
  input.addEventListener("input", () => {
    isHeld = true;
    mark(Number(input.value));
    preview(Number(input.value));
  });
  input.addEventListener("change", () => {
    isHeld = false;
    film.seek(input.value * film.duration);
  });
  line.addEventListener("pointermove", (event) => {
    const { left, width } = input.getBoundingClientRect();
    if (!isHeld) preview((event.clientX - left) / width);
  });
  line.addEventListener("pointerleave", hide);
  input.addEventListener("focus", () => input.matches(":focus-visible") && preview(Number(input.value)));
  input.addEventListener("blur", hide);
  input.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -5, ArrowDown: -5, ArrowRight: 5, ArrowUp: 5, PageDown: -60, PageUp: 60 }[event.key];
    const target = step ? film.time + step : { Home: 0, End: film.duration }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    film.seek(target);
    preview(film.time / film.duration);
  });
  return line;
}

// The sound is as loud as that of music.
function sound({ video }) {
  const mute = iconButton("volume", text.mute, () => {
    video.muted = !video.muted;
    choices.set("muted", video.muted);
  });
  const input = el("input", { type: "range", class: "slider volume", min: 0, max: 1, step: 0.05, "aria-label": text.volume, oninput: () => {
    video.volume = input.value;
    video.muted = false;
    choices.set("volume", video.volume);
    choices.set("muted", false);
  } });
  const update = () => {
    const value = video.muted ? 0 : video.volume;
    input.value = value;
    input.style.setProperty("--value", value);
    fill(mute, icon(value ? "volume" : "mute"));
    mute.setAttribute("aria-pressed", String(video.muted));
  };
  video.addEventListener("volumechange", update);
  video.volume = choices.get("volume", 1);
  video.muted = choices.get("muted", false);
  update();
  return el("div", { class: "bar-volume" }, mute, input);
}

// Controls go while the film plays and nobody uses them.
function hideUnused(box, film) {
  let timer = 0;
  const stir = () => {
    box.classList.remove("unused");
    clearTimeout(timer);
    timer = setTimeout(() => {
      const isUsed = box.querySelector(".film-bar :focus-visible") || document.querySelector(".menu") || !film.isWanted;
      box.classList.toggle("unused", !isUsed);
    }, PATIENCE);
  };
  for (const name of ["pointermove", "pointerdown", "keydown", "focusin"]) box.addEventListener(name, stir);
  for (const name of ["play", "pause"]) film.video.addEventListener(name, stir);
}

// In the view of a film the keys of the page are about the film.
function useKeys(film, box, more, signal) {
  const { video } = film;
  const louder = (step) => (video.volume = Math.min(1, Math.max(0, video.volume + step)));
  const keys = {
    " ": () => film.toggle(), k: () => film.toggle(), j: () => film.seek(film.time - 10), l: () => film.seek(film.time + 10),
    m: () => (video.muted = !video.muted), f: () => toggleScreen(box), "+": () => louder(0.05), "-": () => louder(-0.05), ...more,
  };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open], .menu")) return;
    if (event.target.matches?.("textarea, select, input:not([type=range])")) return;
    if (event.key === " " && event.target.closest?.("button, a")) return;
    if (!keys[event.key]) return;
    event.preventDefault();
    keys[event.key]();
  }, { capture: true, signal });
}
