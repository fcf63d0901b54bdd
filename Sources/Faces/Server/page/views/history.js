// The plays, day by day.
import { get, tokenAfter } from "../api.js";
import { listActions } from "../actions.js";
import { button } from "../dialog.js";
import { el, fill } from "../dom.js";
import { formatClock, formatDate, formatMoment } from "../format.js";
import { onChange } from "../live.js";
import { player } from "../speakers.js";
import { empty } from "../states.js";
import { text } from "../text.js";
import { row } from "../tracks.js";
import { heading } from "./albums.js";

const PAGE = 100;

export async function history({ signal }) {
  const list = el("div");
  let rows = null;
  const more = el("p", { class: "more-line" });
  const items = [];
  let day = "";
  let first = "";
  let after;
  const load = async (isAnew = false) => {
    const page = await get("/history", { limit: PAGE, after: isAnew ? undefined : after }, { signal });
    if (isAnew) {
      if (first === JSON.stringify(page.items)) return page.total;
      items.length = 0;
      day = "";
      fill(list);
    }
    after = tokenAfter(page);
    if (!items.length) first = JSON.stringify(page.items);
    for (const play of page.items) {
      items.push(play.item);
      const date = formatDate(play.date);
      if (date !== day) {
        rows = el("div", { class: "tracks", role: "list", "aria-label": date });
        list.append(el("section", { class: "day" }, el("h2", {}, (day = date)), rows));
      }
      const shown = row(play.item, { play: () => player.play([play.item]), after: el("span", { class: "time" }, formatClock(play.date)) });
      shown.setAttribute("role", "listitem");
      shown.title = `${formatMoment(play.date)} · ${play.player}${play.finished ? "" : ` · ${text.skipped}`}`;
      if (!play.finished) shown.classList.add("past");
      rows.append(shown);
    }
    fill(more, after ? button(text.showMore, () => load()) : null);
    return page.total;
  };
  const total = await load();
  // A user who has gone back to older plays stays there.
  if (total) onChange(() => items.length <= PAGE && load(true), signal);
  if (!total) return { title: text.history, element: empty("history", text.noHistory, text.noHistoryHint) };
  return { title: text.history, element: el("div", { class: "page" }, heading(text.history, total), listActions(async () => items), list, more) };
}
