// Shows the rows of a list that are on screen, and no others.
import { el } from "./dom.js";

// No browser makes an element higher than some millions of pixels; a longer list moves faster than the scroll bar.
const HIGHEST = 15e6;
const SPARE = 4;

/** How much larger than usual the browser's font is: sizes of what holds words are multiplied by it. */
export const fontScale = () => parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;

/**
 * @param count How many cells there are: a function.
 * @param layout Gives `{ columns, height }` for a width: how many cells a row has, and how high it is.
 * @param cell Makes the element of a place in the list.
 * @returns `{ element, update, show(index), refresh() }`.
 */
export function virtual({ count, layout, cell, label, signal, name = "list" }) {
  const element = el("div", { class: `virtual ${name}`, role: "list", "aria-label": label });
  const cells = new Map();
  let view = null;
  /** The place that gets the focus when its item has come; -1 for none. */
  let awaited = -1;
  let shape = { columns: 1, height: 48 };

  const rows = () => Math.ceil(count() / shape.columns);
  const whole = () => rows() * shape.height;

  /** Where the list begins to be seen, in its own pixels, and how far what is drawn is moved. */
  function stretch() {
    const seen = view.getBoundingClientRect().top - element.getBoundingClientRect().top;
    const height = element.clientHeight;
    const room = Math.max(1, height - view.clientHeight);
    const isScaled = whole() > HIGHEST;
    const start = isScaled ? (Math.min(Math.max(seen, 0), room) / room) * (whole() - view.clientHeight) : seen;
    return { start, moved: isScaled ? Math.max(seen, 0) - start : 0 };
  }

  function update() {
    view ??= element.closest("#view");
    if (!view || !element.isConnected) return;
    const old = shape;
    shape = layout(element.clientWidth);
    element.style.setProperty("height", `${Math.min(whole(), HIGHEST)}px`);
    element.style.setProperty("--columns", shape.columns);
    const { start, moved } = stretch();
    const first = Math.max(0, Math.floor(start / shape.height) - SPARE) * shape.columns;
    const last = Math.min(count(), (Math.ceil((start + view.clientHeight) / shape.height) + SPARE) * shape.columns);
    for (const [index, shown] of cells) {
      const isKept = index >= first && index < last && old.columns === shape.columns;
      if (isKept || (shown.contains(document.activeElement) && index < count())) continue;
      shown.remove();
      cells.delete(index);
    }
    let behind = null;
    for (let index = last - 1; index >= first; index--) {
      const shown = cells.get(index) ?? add(index, behind);
      place(shown, index, moved);
      behind = shown;
    }
  }

  function add(index, behind) {
    const made = cell(index);
    made.setAttribute("role", "listitem");
    made.setAttribute("aria-setsize", count());
    made.setAttribute("aria-posinset", index + 1);
    element.insertBefore(made, behind);
    cells.set(index, made);
    return made;
  }

  function place(shown, index, moved) {
    const row = Math.floor(index / shape.columns);
    shown.style.setProperty("--column", index % shape.columns);
    shown.style.setProperty("transform", `translateY(${row * shape.height + moved}px)`);
    shown.style.setProperty("height", `${shape.height}px`);
  }

  /** Makes all cells again, as their items have come or changed. */
  function refresh() {
    const focused = [...cells].find(([, shown]) => shown.contains(document.activeElement))?.[0];
    for (const shown of cells.values()) shown.remove();
    cells.clear();
    update();
    cells.get(focused)?.querySelector("button, a")?.focus();
  }

  /** Makes those cells again that waited for their items. */
  function arrived() {
    for (const [index, shown] of cells) {
      if (!shown.classList.contains("waiting")) continue;
      const fresh = cell(index);
      if (fresh.classList.contains("waiting")) continue;
      shown.remove();
      cells.delete(index);
    }
    update();
    const isFree = document.activeElement === document.body || element.contains(document.activeElement);
    if (awaited >= 0 && isFree) focus(awaited);
  }

  /** Gives the focus to a place in the list, now or when its item has come. */
  function focus(index) {
    const target = cells.get(index)?.querySelector("[data-main]");
    awaited = target ? -1 : index;
    target?.focus({ preventScroll: true });
    target?.scrollIntoView({ block: "nearest" });
  }

  /** Scrolls to a place in the list. */
  function show(index) {
    const top = Math.floor(index / shape.columns) * shape.height;
    const scale = whole() > HIGHEST ? (element.clientHeight - view.clientHeight) / (whole() - view.clientHeight) : 1;
    const begin = element.getBoundingClientRect().top - view.getBoundingClientRect().top + view.scrollTop;
    view.scrollTop = begin + top * scale - (top ? 8 : begin);
    update();
  }

  let frame = 0;
  const soon = () => {
    frame ||= requestAnimationFrame(() => {
      frame = 0;
      update();
    });
  };
  document.addEventListener("scroll", (event) => event.target.id === "view" && soon(), { capture: true, signal });
  const resized = new ResizeObserver(soon);
  resized.observe(element);
  signal?.addEventListener("abort", () => resized.disconnect());
  element.addEventListener("keydown", (event) => {
    const rowsSeen = Math.max(1, Math.floor(view.clientHeight / shape.height) - 1) * shape.columns;
    const step = {
      ArrowDown: shape.columns, ArrowUp: -shape.columns, ArrowRight: 1, ArrowLeft: -1,
      PageDown: rowsSeen, PageUp: -rowsSeen, Home: -Infinity, End: Infinity,
    }[event.key];
    if (!step || event.altKey || (shape.columns === 1 && ["ArrowRight", "ArrowLeft"].includes(event.key))) return;
    const at = [...cells].find(([, shown]) => shown.contains(document.activeElement))?.[0];
    if (at === undefined || event.target.matches("input, select, textarea, [role=radio]")) return;
    const isArrow = Math.abs(step) <= shape.columns;
    const target = isArrow ? at + step : Math.min(count() - 1, Math.max(0, at + step));
    if (target < 0 || target >= count()) return;
    event.preventDefault();
    // Where the list is scrolled to first, the place that had the focus is gone before the next has it.
    if (!cells.has(target)) show(target);
    focus(target);
  });
  return { element, update, refresh, arrived, show };
}
