// Moves rows by dragging, and by Alt with the arrow keys. Delete takes a row away.
import { emit } from "./store.js";
import { text } from "./text.js";

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
  list.addEventListener("pointerdown", (event) => {
    const row = rowAt(event);
    if (row) row.draggable = true;
  });
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
    for (const other of list.querySelectorAll(".drop-before, .drop-after")) other.classList.remove("drop-before", "drop-after");
    row.classList.add(placeAt(event, row) > Number(row.dataset.index) ? "drop-after" : "drop-before");
  });
  list.addEventListener("drop", (event) => {
    const row = rowAt(event);
    if (from === null || !row) return;
    event.preventDefault();
    const target = placeAt(event, row);
    finish(from, target > from ? target - 1 : target);
  });
  list.addEventListener("dragend", () => {
    from = null;
    for (const row of list.querySelectorAll(".dragged, .drop-before, .drop-after")) row.classList.remove("dragged", "drop-before", "drop-after");
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
