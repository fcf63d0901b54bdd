// Moves rows by dragging, with a finger by their grip, and by Alt with the arrow keys. Delete takes a row away.
import { emit } from "./store.js";
import { text } from "./text.js";

/** How near to the edge of the view a finger scrolls it, and how far each time, in pixels. */
const [EDGE, STEP] = [56, 12];

/** Further entries of a row's menu: for those who neither drag nor have keys. */
export const moveEntries = (index, count, move) => [
  index > 0 && { label: text.moveUp, picture: "up", action: () => move(index, index - 1) },
  index + 1 < count && { label: text.moveDown, picture: "down", action: () => move(index, index + 1) },
];

/**
 * @param list Has rows with `data-index`.
 * @param move Called with the place of a row and the one that it shall have.
 */
export function reorder(list, move, remove) {
  let from = null;
  const rowAt = (event) => event.target.closest?.("[data-index]");
  const placeAt = (event, row) => {
    const box = row.getBoundingClientRect();
    return Number(row.dataset.index) + (event.clientY > box.top + box.height / 2 ? 1 : 0);
  };
  const unmark = () => {
    for (const row of list.querySelectorAll(".drop-before, .drop-after")) row.classList.remove("drop-before", "drop-after");
  };
  const mark = (event, row) => {
    unmark();
    row.classList.add(placeAt(event, row) > Number(row.dataset.index) ? "drop-after" : "drop-before");
  };
  const drop = (start, target) => finish(start, target > start ? target - 1 : target);
  list.addEventListener("pointerdown", (event) => {
    const row = rowAt(event);
    if (row) row.draggable = event.pointerType === "mouse";
  });
  dragByFinger(list, { mark, unmark, placeAt, drop });
  list.addEventListener("dragstart", (event) => {
    const row = rowAt(event);
    if (!row) return;
    from = Number(row.dataset.index);
    event.dataTransfer.effectAllowed = "move";
    event.dataTransfer.setData("text/plain", row.querySelector(".title")?.textContent ?? "");
    row.classList.add("dragged");
  });
  list.addEventListener("dragover", (event) => {
    const row = rowAt(event);
    if (from === null || !row) return;
    event.preventDefault();
    mark(event, row);
  });
  list.addEventListener("drop", (event) => {
    const row = rowAt(event);
    if (from === null || !row) return;
    event.preventDefault();
    drop(from, placeAt(event, row));
  });
  list.addEventListener("dragend", () => {
    from = null;
    unmark();
    for (const row of list.querySelectorAll(".dragged")) row.classList.remove("dragged");
  });
  const finish = async (start, target) => {
    from = null;
    if (start !== target) await move(start, target);
  };
  list.addEventListener("keydown", async (event) => {
    const row = rowAt(event);
    if (!row) return;
    const index = Number(row.dataset.index);
    if (event.altKey && (event.key === "ArrowUp" || event.key === "ArrowDown")) {
      const target = index + (event.key === "ArrowUp" ? -1 : 1);
      const count = Number(row.getAttribute("aria-setsize") ?? list.querySelectorAll("[data-index]").length);
      event.preventDefault();
      event.stopPropagation();
      if (target < 0 || target >= count) return;
      await move(index, target);
      list.querySelector(`[data-index="${target}"] [data-main]`)?.focus();
      emit("message", text.movedTo(target + 1));
    } else if (event.key === "Delete" && remove) {
      event.preventDefault();
      await remove(index);
      list.querySelector(`[data-index="${index}"] [data-main]`)?.focus();
    }
  });
}

// Browsers drag by mouse only. The finger's events go to the list: the row that it holds may scroll away.
function dragByFinger(list, { mark, unmark, placeAt, drop }) {
  let held = null;
  let timer = 0;
  const rowUnder = ({ clientX, clientY }) => {
    const row = document.elementFromPoint(clientX, clientY)?.closest("[data-index]");
    return list.contains(row) ? row : null;
  };
  const show = () => {
    const row = rowUnder(held.event);
    if (row) mark(held.event, row);
  };
  const end = () => {
    clearInterval(timer);
    held?.row.classList.remove("dragged");
    unmark();
    held = null;
  };
  list.addEventListener("pointerdown", (event) => {
    const row = event.target.closest?.(".grip")?.closest("[data-index]");
    if (!row || event.pointerType === "mouse") return;
    event.preventDefault();
    held = { row, from: Number(row.dataset.index), pointer: event.pointerId, event };
    list.setPointerCapture(event.pointerId);
    row.classList.add("dragged");
    timer = setInterval(() => {
      const view = list.closest("#view");
      const box = view.getBoundingClientRect();
      const { clientY } = held.event;
      if (clientY > box.top + EDGE && clientY < box.bottom - EDGE) return;
      view.scrollTop += clientY < box.top + EDGE ? -STEP : STEP;
      show();
    }, 30);
  });
  list.addEventListener("pointermove", (event) => {
    if (event.pointerId !== held?.pointer) return;
    held.event = event;
    show();
  });
  list.addEventListener("pointerup", (event) => {
    if (event.pointerId !== held?.pointer) return;
    const { from } = held;
    const row = rowUnder(event);
    end();
    if (row) drop(from, placeAt(event, row));
  });
  list.addEventListener("pointercancel", end);
  // A finger that rests on a grip opens no menu.
  list.addEventListener("contextmenu", (event) => {
    if (!event.target.closest?.(".grip")) return;
    event.preventDefault();
    event.stopPropagation();
  }, true);
}
