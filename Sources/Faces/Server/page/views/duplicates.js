// Items that are in the library several times: the same audio data, or the same song by its tags. The best of each comes first.
import { get } from "../api.js";
import { button } from "../dialog.js";
import { el, link, name } from "../dom.js";
import { formatSize, qualityOf } from "../format.js";
import { go, to } from "../router.js";
import { player } from "../speakers.js";
import { empty } from "../states.js";
import { text } from "../text.js";
import { row } from "../tracks.js";
import { heading } from "./albums.js";

const SIZE = 20;
/** As many copies of a group are shown at first. */
const COPIES = 8;

export async function duplicates({ query, signal }) {
  const by = query.get("by") === "tags" ? "tags" : "audio";
  const ask = (parameters) => get("/duplicates", { by, ...parameters }, { signal });
  const found = await ask({ limit: SIZE, itemLimit: COPIES });
  const tabs = el("div", { class: "tabs", role: "group", "aria-label": text.whatIsSame }, Object.entries(text.sameBy).map(([key, label]) =>
    button(label, () => go(`/library/duplicates?by=${key}`, { replacing: true }), { class: "", "aria-pressed": String(key === by) })));
  const groups = el("div", { class: "duplicates" });
  const whole = async (group, offset) => {
    const [now] = (await ask({ limit: 1, offset })).items;
    if (now?.items[0]?.persistentID === group.items[0].persistentID) return now;
    // Files came or went, and this is another group.
    go(`/library/duplicates?by=${by}`, { replacing: true });
    return group;
  };
  const show = ({ items }) => items.forEach((group) => {
    const offset = groups.children.length;
    groups.append(showGroup(group, () => whole(group, offset)));
  });
  show(found);
  const more = el("p", { class: "more-line" });
  const showMore = async () => {
    show(await ask({ limit: SIZE, itemLimit: COPIES, offset: groups.children.length }));
    more.hidden = groups.children.length >= found.total;
  };
  more.append(button(text.showMore, showMore));
  more.hidden = groups.children.length >= found.total;
  return {
    title: text.duplicates,
    element: el("div", { class: "page" },
      el("p", { class: "up" }, link(to("/library"), {}, text.library)), heading(text.duplicates, null, el("span", { class: "sub" }, text.groupCount(found.total))), tabs,
      el("p", { class: "sub" }, text.sameHints[by]),
      found.total ? [el("p", { class: "sub" }, text.spare(formatSize(found.spareBytes))), groups, more]
        : empty("check", text.noDuplicates, text.noDuplicatesHint)),
  };
}

/**
 * The copies of one thing, the best first; of very many, some until one asks for all.
 *
 * @param whole Gives the group with all of its copies.
 */
export function showGroup(group, whole) {
  const list = el("ul", { class: "duplicate-group" });
  const copy = (item, index) => el("li", {},
    row(item, { play: () => player.play([item]), album: true }),
    el("p", { class: "sub" }, index ? null : el("strong", { class: "best" }, text.best), [qualityOf(item), formatSize(item.fileSize)].join(" · "), " ",
      name(item.path)));
  const { items, count } = group;
  list.append(...items.map(copy));
  // A file that is a thousand times in the library would be slow to send and to show, and slower to read.
  const more = count > items.length ? el("li", {}, button(text.showCopies(count - items.length), async () => {
    const all = await whole();
    more.replaceWith(...all.items.slice(items.length).map((item, index) => copy(item, index + items.length)));
    list.children[items.length]?.querySelector("[data-main]").focus();
  })) : null;
  if (more) list.append(more);
  return list;
}
