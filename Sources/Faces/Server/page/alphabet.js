// The initials of a long list, to jump by: each letter of the list's script, and one place for each other script.
import { get } from "./api.js";
import { el, fill } from "./dom.js";
import { text } from "./text.js";
import { fontScale } from "./virtual.js";

/** Nothing is shown for lists that are shorter. */
const LEAST = 30;
/** How high a letter is at least at the browser's usual font size, in pixels. */
const LETTER = 15;

const SCRIPTS = ["Greek", "Cyrillic", "Hebrew", "Arabic", "Devanagari", "Thai", "Hangul", "Hiragana", "Katakana", "Han"]
  .map((name) => [name, new RegExp(`^\\p{Script=${name}}`, "u")]);

const scriptOf = (title) => SCRIPTS.find(([, pattern]) => pattern.test(title))?.[0] ?? "other";

/** The sections to jump to: all Latin letters, and the first section of each other script. */
export function letters(sections) {
  const seen = new Set();
  return sections.filter(({ title }) => {
    if (!title || /^[\p{Script=Latin}#]/u.test(title)) return true;
    const script = scriptOf(title);
    return !seen.has(script) && seen.add(script);
  });
}

/** At most so many of them, evenly, the first and the last among them. */
export function thinned(sections, most) {
  if (sections.length <= most || most < 2) return sections;
  const places = new Set(Array.from({ length: most }, (_, index) => Math.round((index * (sections.length - 1)) / (most - 1))));
  return sections.filter((_, index) => places.has(index));
}

/** A strip of letters: pressed, or dragged along with a finger, which reaches those, too, that the height leaves out. */
export function alphabet(path, query, list, signal) {
  const strip = el("nav", { class: "alphabet", "aria-label": text.jumpTo });
  get(path + "/sections", query, { signal }).then(({ items }) => {
    const total = items.reduce((sum, section) => sum + section.count, 0);
    if (total >= LEAST && items.length >= 3) show(strip, letters(items), list, signal);
  }, () => {});
  return strip;
}

function show(strip, sections, list, signal) {
  const bubble = el("span", { class: "alphabet-letter", "aria-hidden": "true", hidden: true });
  const jump = (section) => list.show(section.offset);
  let shown = 0;
  const fit = () => {
    const most = Math.floor(strip.clientHeight / (LETTER * fontScale()));
    if (most === shown || !most) return;
    shown = most;
    fill(strip, thinned(sections, most).map((section) => el("button", {
      type: "button", "aria-label": section.title || text.noName, onclick: () => jump(section),
    }, section.title || "–")), bubble);
  };
  const resized = new ResizeObserver(fit);
  resized.observe(strip);
  signal?.addEventListener("abort", () => resized.disconnect());
  fit();
  followFinger(strip, (share) => {
    const section = sections[Math.min(sections.length - 1, Math.max(0, Math.floor(share * sections.length)))];
    fill(bubble, section.title || "–");
    bubble.style.setProperty("--share", share);
    jump(section);
  }, bubble);
}

/** Calls back with the place of a finger on the strip, from 0 at its first letter to 1, whenever that is another. */
function followFinger(strip, moved, bubble) {
  let box = null;
  strip.addEventListener("pointerdown", (event) => {
    const buttons = strip.querySelectorAll("button");
    if (event.pointerType === "mouse" || !buttons.length) return;
    const [top, bottom] = [buttons[0].getBoundingClientRect().top, buttons[buttons.length - 1].getBoundingClientRect().bottom];
    box = { top, height: Math.max(1, bottom - top), pointer: event.pointerId };
  });
  strip.addEventListener("pointermove", (event) => {
    if (event.pointerId !== box?.pointer) return;
    bubble.hidden = false;
    moved(Math.min(1, Math.max(0, (event.clientY - box.top) / box.height)));
  });
  const end = () => {
    box = null;
    bubble.hidden = true;
  };
  for (const name of ["pointerup", "pointercancel"]) strip.addEventListener(name, end);
}
