// The player at the bottom of the page.
import { heart } from "./actions.js";
import { cover } from "./cover.js";
import { iconButton, menu } from "./dialog.js";
import { el, fill, link, name } from "./dom.js";
import { chapterAfter, chapterAt } from "./chapters.js";
import { artistOf, formatTime, pictureOf, titleOf } from "./format.js";
import { icon } from "./icons.js";
import { isResumed } from "./keeping.js";
import { go, goBack, place, to } from "./router.js";
import { player, speakerButton } from "./speakers.js";
import { on } from "./store.js";
import { text } from "./text.js";

const REPEATS = ["off", "all", "one"];

export function playerBar() {
  const what = el("div", { class: "bar-what" });
  const play = playButton();
  let leaving = new AbortController();
  const bar = el("section", { id: "bar", "aria-label": text.player },
    seekBar({ class: "bar-line" }), what,
    el("div", { class: "bar-middle" }, el("div", { class: "bar-buttons" }, ...transport(play)),
      el("div", { class: "bar-time" }, timeLabel(() => player.time), " / ", timeLabel(() => player.duration))),
    el("div", { class: "bar-more" },
      iconButton("lyrics", text.nowPlaying, () => (place().path === "/playing" ? goBack() : go("/playing"))),
      iconButton("queue", text.queue, () => go("/queue")), sleepButton(), speakerButton(), volume()));
  const update = () => {
    const { item } = player;
    bar.classList.toggle("idle", !item);
    bar.classList.toggle("remote", Boolean(player.isRemote));
    if (what.dataset.item === (item?.persistentID ?? "")) return;
    what.dataset.item = item?.persistentID ?? "";
    leaving.abort();
    leaving = new AbortController();
    fill(what, item
      ? [link(to("/playing"), { class: "bar-open", "aria-label": text.nowPlaying }, cover(item, 56, pictureOf(item))),
        el("div", { class: "names" }, el("span", { class: "title" }, name(titleOf(item))), el("span", { class: "sub" }, chapterLabel(artistOf(item), leaving.signal))),
        heart(item)]
      : el("p", { class: "sub" }, text.nothingPlays));
  };
  on("player", update);
  on("item", (item) => item.persistentID === player.item?.persistentID && what.querySelector(".heart")?.refresh(item));
  update();
  return bar;
}

/** Names a button for the eye and the ear. */
function label(button, words) {
  if (button.title === words) return;
  button.title = words;
  button.setAttribute("aria-label", words);
}

export function playButton(properties = {}, signal = undefined) {
  const shown = iconButton("play", text.play, () => player.toggle(), { class: "icon-button play", ...properties });
  const update = () => {
    fill(shown, icon(player.isPlaying ? "pause" : "play"));
    label(shown, player.isPlaying ? text.pause : text.play);
    shown.disabled = !player.item;
    shown.classList.toggle("waiting", Boolean(player.item) && player.isWaiting);
  };
  on("player", update, signal);
  update();
  return shown;
}

/** The chapter that plays, or other words where an item has none. */
export function chapterLabel(words, signal) {
  const shown = el("span", { class: "chapter" });
  let last = null;
  const update = () => {
    const title = chapterAt(player.item, player.time)?.title ?? words;
    if (title !== last) fill(shown, name((last = title)));
  };
  on("time", update, signal);
  update();
  return shown;
}

/** Shuffle, back, play, on, repeat; of books and talk some seconds back and ahead instead of the order. */
export function transport(play, signal) {
  const [previous, following] = [
    iconButton("previous", text.previous, () => player.previous(), { dataset: { use: "previous" } }),
    iconButton("following", text.next, () => player.next(), { dataset: { use: "next" } }),
  ];
  const [back, ahead] = [
    iconButton("rewind", text.keyBack, () => player.seek(player.time - 10), { dataset: { use: "back" } }),
    iconButton("ahead", text.ahead, () => player.seek(player.time + 30), { dataset: { use: "ahead" } }),
  ];
  const shuffle = iconButton("shuffle", text.shuffle, () => menu(shuffle, [["off", text.shuffleOff], ["songs", text.shuffleSongs], ["albums", text.shuffleAlbums]].map(
    ([mode, label]) => ({ label, checked: player.queue.shuffle === mode, action: () => player.setShuffle(mode) }))), { "aria-haspopup": "menu", dataset: { use: "shuffle" } });
  const repeat = iconButton("repeat", text.repeat, () => player.setRepeat(REPEATS[(REPEATS.indexOf(player.queue.repeat) + 1) % 3]), { dataset: { use: "repeat" } });
  const update = () => {
    const isTalk = isResumed(player.item);
    back.hidden = ahead.hidden = !isTalk;
    shuffle.hidden = repeat.hidden = isTalk;
    const hasChapter = Boolean(isTalk && chapterAfter(player.item, player.time));
    label(previous, isTalk && player.item.chapters?.length ? text.previousChapter : text.previous);
    label(following, hasChapter ? text.nextChapter : text.next);
    shuffle.classList.toggle("on", player.queue.shuffle !== "off");
    repeat.classList.toggle("on", player.queue.repeat !== "off");
    repeat.classList.toggle("one", player.queue.repeat === "one");
    label(repeat, { off: text.repeatOff, all: text.repeatAll, one: text.repeatOne }[player.queue.repeat]);
  };
  on("player", update, signal);
  update();
  return [shuffle, previous, back, play, ahead, following, repeat];
}

/** Where playing is, to be moved. */
export function seekBar(properties = {}, signal = undefined) {
  const input = el("input", {
    type: "range", min: 0, max: 1000, value: 0, step: 1, "aria-label": text.seek, ...properties, class: `slider ${properties.class ?? ""}`,
  });
  let isHeld = false;
  const share = () => (player.duration > 0 ? player.time / player.duration : 0);
  const update = () => {
    if (isHeld) return;
    input.value = Math.round(share() * 1000);
    show(share());
  };
  const show = (value) => {
    input.style.setProperty("--value", value);
    input.style.setProperty("--buffered", player.duration > 0 ? Math.min(1, player.buffered / player.duration) : 0);
    input.setAttribute("aria-valuetext", text.timeOf(formatTime(value * player.duration), formatTime(player.duration)));
  };
  input.addEventListener("input", () => {
    isHeld = true;
    show(input.value / 1000);
  });
  input.addEventListener("change", () => {
    isHeld = false;
    player.seek((input.value / 1000) * player.duration);
  });
  on("time", update, signal);
  on("player", update, signal);
  update();
  return input;
}

export function timeLabel(value, signal) {
  const shown = el("span", { class: "time" });
  const update = () => {
    shown.textContent = player.item ? formatTime(value()) : "";
  };
  on("time", update, signal);
  on("player", update, signal);
  update();
  return shown;
}

function volume() {
  const mute = iconButton("volume", text.mute, () => (player.isMuted = !player.isMuted));
  const input = el("input", {
    type: "range", class: "slider volume", min: 0, max: 100, "aria-label": text.volume, oninput: () => (player.volume = input.value / 100),
  });
  const update = () => {
    const value = player.isMuted ? 0 : player.volume;
    input.value = Math.round(value * 100);
    input.style.setProperty("--value", value);
    fill(mute, icon(value ? "volume" : "mute"));
    mute.setAttribute("aria-pressed", String(player.isMuted));
  };
  on("player", update);
  update();
  return el("div", { class: "bar-volume" }, mute, input);
}

/** Chooses when playing ends by itself. */
export function sleepButton(signal) {
  const shown = iconButton("moon", text.sleepTimer, () => menu(shown, [
    { label: text.sleepOff, checked: player.sleep === null, action: () => player.setSleep(null) },
    ...[15, 30, 45, 60, 90].map((minutes) => ({
      label: text.sleepAfter(minutes), checked: player.sleep === minutes, action: () => player.setSleep(minutes),
    })),
    { label: text.sleepTrack, checked: player.sleep === "track", action: () => player.setSleep("track") },
  ]), { "aria-haspopup": "menu", dataset: { use: "sleep" } });
  const update = () => shown.classList.toggle("on", player.sleep !== null);
  on("player", update, signal);
  update();
  return shown;
}
