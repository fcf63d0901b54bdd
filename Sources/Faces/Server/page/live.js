// Shows what has changed in the library without a reload: by a scan, by another device, by another program.
import { get } from "./api.js";
import { formatNumber } from "./format.js";
import { player } from "./speakers.js";
import { emit, on } from "./store.js";

/** No more often than this is looked, in milliseconds. */
const PAUSE = 2000;

/** Calls back when the library has changed, and waits for it to be done, until the signal is aborted. */
export function onChange(body, signal) {
  let timer = 0;
  let last = 0;
  let isBusy = false;
  const soon = () => {
    if (timer || signal?.aborted) return;
    timer = setTimeout(async () => {
      timer = 0;
      if (isBusy) return soon();
      isBusy = true;
      last = performance.now();
      // A list that cannot be read now is read at the next change.
      await Promise.resolve(body()).catch(() => {});
      isBusy = false;
      return undefined;
    }, Math.max(200, last + PAUSE - performance.now()));
  };
  on("library", soon, signal);
  signal?.addEventListener("abort", () => clearTimeout(timer));
}

/** Keeps a list of any length as the library has it. */
export function keepListFresh(pages, list, signal) {
  onChange(async () => {
    const { total } = pages;
    if (!(await pages.renew()) || signal.aborted) return;
    list.refresh();
    const count = list.element.closest(".page")?.querySelector(".heading .count");
    if (count?.textContent === formatNumber(total)) count.textContent = formatNumber(pages.total);
  }, signal);
}

/** Whether one is just doing something with the view that would be lost. */
const isUsed = (element) => Boolean(document.querySelector("dialog[open], .menu, .dragged")
  || element.querySelector(":is(input, textarea, select):focus"));

/** The parts of a view that tell whether it is different: its elements, unless it says so itself, as those with long lists do. */
const isSame = (one, other) => (one.state !== undefined ? one.state === other.state : elementOf(one).isEqualNode(elementOf(other)));
const elementOf = (content) => content.element ?? content;
const isEmpty = (content) => elementOf(content).matches(".state") || Boolean(elementOf(content).querySelector(".state"));

/**
 * Makes a view anew when the library has changed, and puts it in the place of the old one if it is different. A view
 * that is not live is made anew as long as it has nothing to show.
 *
 * @param content What is shown.
 * @param make Makes the view for a signal.
 * @param own Aborted when what is shown is replaced.
 * @param signal Aborted when the view is left.
 */
export function keepViewFresh(content, make, { own, signal, isLive }) {
  let shown = { content, own };
  onChange(async () => {
    const element = elementOf(shown.content);
    if ((!isLive && !isEmpty(shown.content)) || isUsed(element)) return;
    const next = new AbortController();
    signal.addEventListener("abort", () => next.abort(), { once: true });
    const content = await make(next.signal);
    if (signal.aborted || isUsed(element) || isSame(shown.content, content)) return next.abort();
    const view = element.parentElement;
    const { scrollTop } = view;
    const path = pathOf(document.activeElement, element);
    const open = [...element.querySelectorAll("details")].map((details) => details.open);
    const fresh = elementOf(content);
    shown.own.abort();
    element.replaceWith(fresh);
    shown = { content, own: next };
    fresh.querySelectorAll("details").forEach((details, index) => (details.open = open[index] ?? false));
    content.shown?.();
    view.scrollTop = scrollTop;
    path?.reduce((parent, index) => parent?.children[index], fresh)?.focus?.({ preventScroll: true });
    return undefined;
  }, signal);
}

/** Where an element is in another: the places among its siblings, from outside to inside; `null` if it is elsewhere. */
function pathOf(element, root) {
  const path = [];
  for (let at = element; at !== root; at = at.parentElement) {
    if (!at?.parentElement) return null;
    path.unshift([...at.parentElement.children].indexOf(at));
  }
  return path;
}

/** Keeps the star and the rating of what plays as another device sets them. */
export function keepPlayingFresh() {
  onChange(async () => {
    const { item } = player;
    if (!item?.persistentID) return;
    const { isFavorite, rating } = await get(`/items/${item.persistentID}`);
    if (item.isFavorite === isFavorite && item.rating === rating) return;
    Object.assign(item, { isFavorite, rating });
    emit("item", item);
  });
}
