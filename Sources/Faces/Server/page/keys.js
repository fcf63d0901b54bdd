// Keys for the page as a whole; what has the focus goes before.
import { dialog } from "./dialog.js";
import { el } from "./dom.js";
import { setFavorite } from "./actions.js";
import { go } from "./router.js";
import { player } from "./speakers.js";
import { text } from "./text.js";

const keys = {
  " ": [text.keyPlay, () => player.toggle()],
  k: [text.keyPlay, () => player.toggle()],
  j: [text.keyBack, () => player.seek(player.time - 10)],
  l: [text.keyForward, () => player.seek(player.time + 10)],
  n: [text.keyNext, () => player.next()],
  p: [text.keyPrevious, () => player.previous()],
  m: [text.keyMute, () => (player.isMuted = !player.isMuted)],
  "+": [text.keyLouder, () => (player.volume += 0.05)],
  "-": [text.keyQuieter, () => (player.volume -= 0.05)],
  s: [text.keyStar, () => player.item && setFavorite(player.item, !player.item.isFavorite)],
  f: [text.keyPlaying, () => go("/playing")],
  q: [text.keyQueue, () => go("/queue")],
  "/": [text.keySearch, () => document.querySelector("#search")?.focus()],
  "?": [text.keyHelp, showKeys],
};

export function useKeys() {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (document.querySelector("dialog[open], .menu") || document.body.classList.contains("bare")) return;
    const { target } = event;
    if (target.matches?.("input, textarea, select, video")) return;
    // A space presses the button that has the focus.
    if (event.key === " " && target.closest?.("button, a, [role=slider]")) return;
    const found = keys[event.key];
    if (!found) return;
    event.preventDefault();
    found[1]();
  });
}

function showKeys() {
  dialog(text.keyHelp, () => el("dl", { class: "keys" }, Object.entries(keys).filter(([key]) => key !== " ").map(([key, [label]]) =>
    [el("dt", {}, el("kbd", {}, key)), el("dd", {}, label)])));
}
