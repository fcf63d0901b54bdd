// The player as a view of its own: cover, lyrics, what comes.
import { heart, rating } from "../actions.js";
import { address } from "../api.js";
import { chapterLabel, playButton, seekBar, sleepButton, timeLabel, transport } from "../bar.js";
import { cover } from "../cover.js";
import { el, fill, link, name } from "../dom.js";
import { albumOf, artistOf, formatNumber, pictureOf, qualityOf, titleOf } from "../format.js";
import { isResumed } from "../keeping.js";
import { lineAt, parseLyrics } from "../lyrics.js";
import { to } from "../router.js";
import { player, speakerButton } from "../speakers.js";
import { empty } from "../states.js";
import { choices, on } from "../store.js";
import { text } from "../text.js";
import { queueList } from "./queue.js";

export async function playing({ signal }) {
  const what = el("div", { class: "now-what" });
  const side = el("div", { class: "now-side" });
  const element = el("div", { class: "page now" });
  const list = queueList(signal);
  let side_ = choices.get("side", "lyrics");
  const tabs = el("div", { class: "tabs", role: "tablist" }, [["lyrics", text.lyrics], ["queue", text.queue]].map(([key, label]) =>
    el("button", { type: "button", role: "tab", id: `tab-${key}`, dataset: { key }, onclick: () => { choices.set("side", (side_ = key)); showSide(); } }, label)));
  const showSide = () => {
    for (const tab of tabs.children) tab.setAttribute("aria-selected", String(tab.dataset.key === side_));
    if (side_ === "queue") {
      fill(side, list.element);
      list.update();
    } else {
      showLyrics(side, signal);
    }
  };
  const show = () => {
    const { item } = player;
    if (!item) return fill(element, el("h1", { class: "hidden" }, text.nowPlaying), empty("song", text.nothingPlays, text.nothingPlaysHint));
    if (!what.isConnected) fill(element, what, el("div", { class: "now-more" }, tabs, side));
    leaving.abort();
    leaving = new AbortController();
    fill(what, ...about(item, leaving.signal));
    showSide();
  };
  let leaving = new AbortController();
  signal.addEventListener("abort", () => leaving.abort());
  on("track", show, signal);
  on("item", (item) => {
    if (item.persistentID === player.item?.persistentID) for (const shown of what.querySelectorAll(".heart, .rating")) shown.refresh(item);
  }, signal);
  on("queue", () => (player.item ? side_ === "queue" && list.refresh() : show()), signal);
  show();
  return { title: text.nowPlaying, element, shown: list.update };
}
// Updates itself.
playing.isLive = false;

function about(item, signal) {
  const album = albumOf(item);
  return [
    cover(item, 480, pictureOf(item)),
    el("div", { class: "now-names" },
      el("div", {}, el("h1", {}, name(titleOf(item))),
        el("p", {}, item.artistPersistentID ? link(to(`/artists/${item.artistPersistentID}`), {}, name(artistOf(item))) : name(artistOf(item)),
          album ? [" — ", item.albumPersistentID ? link(to(`/albums/${item.albumPersistentID}`), {}, name(album)) : name(album)] : null),
        isResumed(item) && item.chapters?.length ? el("p", {}, chapterLabel("", signal)) : null),
      heart(item)),
    el("div", { class: "now-seek" }, seekBar({}, signal), el("div", {}, timeLabel(() => player.time, signal), timeLabel(() => player.duration, signal))),
    el("div", { class: "now-buttons" }, ...transport(playButton({ class: "icon-button play large" }, signal), signal)),
    el("div", { class: "now-details" }, rating(item), player.isRemote ? null : sleepButton(signal), speakerButton(signal), player.isRemote ? null : gainChoice(), player.canChangeSpeed(item) ? speedChoice() : null,
      el("span", { class: "sub" }, qualityOf(item))),
  ];
}

function gainChoice() {
  return el("select", { "aria-label": text.loudness, title: text.loudness, onchange: (event) => (player.gainMode = event.target.value) },
    Object.entries(text.gainModes).map(([key, label]) => el("option", { value: key, selected: key === player.gainMode }, label)));
}

function speedChoice() {
  return el("select", { "aria-label": text.speed, title: text.speed, onchange: (event) => (player.speed = Number(event.target.value)) },
    [0.75, 1, 1.25, 1.5, 1.75, 2].map((speed) => el("option", { value: speed, selected: speed === player.speed }, `${formatNumber(speed)} ×`)));
}

async function showLyrics(side, signal) {
  const { item } = player;
  if (!item.lyrics) return fill(side, empty("lyrics", text.noLyrics, text.noLyricsHint));
  // The item has the words alone; with their times they are asked for.
  const answer = await fetch(address(`/items/${item.persistentID}/lyrics`)).catch(() => null);
  const words = answer?.ok ? await answer.text() : item.lyrics;
  if (signal.aborted || item !== player.item) return;
  const { lines, isTimed } = parseLyrics(words);
  const shown = lines.map((line) => (isTimed
    ? el("button", { type: "button", class: "lyric", dir: "auto", onclick: () => player.seek(line.time) }, line.text || "♪")
    : el("p", { class: "lyric plain", dir: "auto" }, line.text || "\u00a0")));
  fill(side, el("div", { class: isTimed ? "lyrics timed" : "lyrics" }, shown));
  if (!isTimed) return;
  let current = -2;
  on("time", () => {
    const index = player.item === item ? lineAt(lines, player.time) : current;
    if (index === current || !side.isConnected) return;
    shown[current]?.removeAttribute("aria-current");
    shown[(current = index)]?.setAttribute("aria-current", "true");
    shown[index]?.scrollIntoView({ block: "center", behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth" });
  }, signal);
}
