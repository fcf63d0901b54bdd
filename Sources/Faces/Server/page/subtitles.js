// The subtitles of a film: files beside it, as tracks of its element.
import { address, get } from "./api.js";
import { iconButton, menu } from "./dialog.js";
import { el } from "./dom.js";
import { choices } from "./store.js";
import { text } from "./text.js";

/** The name of a track: its language, and the rest of its file's name. */
export function labelOf({ number, language, label }) {
  if (!label) return text.subtitlesOf(number);
  const names = new Intl.DisplayNames(undefined, { type: "language", fallback: "code" });
  try {
    return language ? label.split(".").map((part) => (part.replace("_", "-") === language ? names.of(language) : part)).join(" · ") : label;
  } catch {
    return label;
  }
}

/**
 * A button with which one chooses subtitles; hidden where a film has none.
 *
 * @param film Calls back with `onStart` when its element begins at another time of the film.
 */
export function subtitlesButton(film, signal) {
  const tracks = [];
  const shown = iconButton("captions", text.subtitles, () => menu(shown, [
    { label: text.subtitlesOff, checked: chosen() === null, action: () => choose(null) },
    ...tracks.map((track) => ({ label: track.label, checked: chosen() === track, action: () => choose(track) })),
  ]), { "aria-haspopup": "menu", dataset: { use: "subtitles" }, hidden: true });
  const chosen = () => tracks.find(({ element }) => element.track.mode === "showing") ?? null;
  const choose = (track) => {
    choices.set("subtitles", track?.language ?? (track ? track.label : ""));
    show(track);
  };
  const show = (track) => {
    for (const other of tracks) other.element.track.mode = other === track ? "showing" : "disabled";
    shown.classList.toggle("on", Boolean(track));
  };
  const add = (found) => {
    const src = address(`/items/${film.item.persistentID}/subtitles/${found.number}`);
    const label = labelOf(found);
    const element = el("track", { kind: "subtitles", src, label, srclang: found.language ?? "" });
    element.addEventListener("load", () => shift(element.track, film.start));
    film.video.append(element);
    tracks.push({ element, label, language: found.language });
  };
  film.onStart = () => tracks.forEach(({ element }) => shift(element.track, film.start));
  shown.toggle = () => tracks.length && choose(chosen() ? null : tracks[0]);
  get(`/items/${film.item.persistentID}/subtitles`, {}, { signal }).then(({ items }) => {
    items.forEach(add);
    shown.hidden = !items.length;
    const wanted = choices.get("subtitles", "");
    show(wanted ? tracks.find(({ language, label }) => wanted === (language ?? label)) ?? null : null);
  }, () => {});
  return shown;
}

const ownTimes = new WeakMap();

// A stream that the server makes of a film begins at another time, and its subtitles with it.
function shift(track, start) {
  for (const cue of [...(track.cues ?? [])]) {
    if (!ownTimes.has(cue)) ownTimes.set(cue, [cue.startTime, cue.endTime]);
    const [first, last] = ownTimes.get(cue);
    [cue.startTime, cue.endTime] = [first - start, last - start];
  }
}
