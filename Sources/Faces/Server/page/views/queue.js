// The current entry and those that follow: dragged, moved by keys, taken away.
import { addToPlaylist } from "../actions.js";
import { button, iconButton } from "../dialog.js";
import { el, fill } from "../dom.js";
import { formatLength, titleOf } from "../format.js";
import { moveEntries, reorder } from "../reorder.js";
import { player } from "../speakers.js";
import { empty } from "../states.js";
import { on } from "../store.js";
import { text } from "../text.js";
import { row, rowLayout } from "../tracks.js";
import { virtual } from "../virtual.js";
import { heading } from "./albums.js";

export async function queue({ signal }) {
  const element = el("div", { class: "page" });
  const list = queueList(signal);
  const update = () => {
    const { entries, index } = player.queue;
    if (!entries.length) return fill(element, el("h1", {}, text.queue), empty("queue", text.emptyQueue, text.emptyQueueHint));
    const left = entries.slice(index).reduce((sum, entry) => sum + (entry.item.playbackDuration ?? 0), 0);
    const items = () => entries.map((entry) => entry.item);
    if (list.element.isConnected) {
      element.querySelector(".heading").replaceWith(head(entries.length, left, items));
    } else {
      fill(element, head(entries.length, left, items), list.element);
    }
    list.refresh();
  };
  on("queue", update, signal);
  update();
  return { title: text.queue, element, shown: list.update };
}
// Updates itself.
queue.isLive = false;

function head(count, left, items) {
  return heading(text.queue, count, el("span", { class: "sub" }, text.left(formatLength(left))),
    button(text.keepAsPlaylist, () => addToPlaylist(items()), { picture: "playlist" }), button(text.clear, () => player.clear(), { picture: "close" }));
}

/** The entries of the queue. */
export function queueList(signal) {
  const list = virtual({
    count: () => player.queue.entries.length, label: text.queue, signal, name: "tracks", layout: rowLayout,
    cell: (index) => {
      const { item, key } = player.queue.entries[index];
      const shown = row(item, {
        play: () => player.jump(index),
        more: () => [
          ...moveEntries(index, player.queue.entries.length, (from, target) => player.move(from, target)),
          { label: text.removeFromQueue, picture: "close", action: () => player.remove(index) },
        ],
        before: el("span", { class: "grip", "aria-hidden": "true" }),
        after: iconButton("close", `${text.remove}: ${titleOf(item).slice(0, 80)}`, () => player.remove(index), { class: "icon-button remove" }),
      });
      shown.dataset.index = index;
      shown.dataset.key = key;
      shown.removeAttribute("aria-current");
      if (index === player.queue.index) shown.setAttribute("aria-current", "true");
      if (index < player.queue.index) shown.classList.add("past");
      return shown;
    },
  });
  reorder(list.element, (from, target) => player.move(from, target), (index) => player.remove(index));
  return list;
}
