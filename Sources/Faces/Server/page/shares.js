// Shares: links that show items to people without an account.
import { get, send } from "./api.js";
import { attempt, button, confirm, dialog, form, iconButton, say } from "./dialog.js";
import { el, fill, name } from "./dom.js";
import { formatDate } from "./format.js";
import { icon } from "./icons.js";
import { session } from "./store.js";
import { text } from "./text.js";

/** After how many days a link may end; 0 for never. */
const DAYS = [7, 30, 365, 0];

const mayShare = () => Boolean(session.current?.rights?.includes("share"));

/** The entry of a menu that shares items; nothing for those who may not. `items` gives them, `title` is that of the page. */
export const shareEntry = (items, title) => mayShare() && {
  label: text.share, picture: "share", action: () => attempt(async () => share(await items(), title)),
};

function share(items, title) {
  const ids = items.map(({ persistentID }) => persistentID).filter(Boolean);
  if (!ids.length) return;
  form(text.shareTitle, [
    { name: "description", label: text.name, value: (title ?? "").slice(0, 200) },
    { name: "days", label: text.shareEnds, options: DAYS.map((days) => [String(days), text.shareDays(days)]), value: "30", hint: text.shareHint },
  ], text.makeLink, async ({ description, days }) => {
    const expires = Number(days) ? new Date(Date.now() + Number(days) * 86_400_000).toISOString().replace(/\.\d+/, "") : null;
    showLink(await send("POST", "/shares", { items: ids, description: description || undefined, expires }));
  });
}

function showLink({ url }) {
  dialog(text.shareTitle, () => [
    el("p", {}, el("code", { class: "secret" }, url)),
    el("div", { class: "actions" },
      button(text.copy, () => attempt(async () => {
        await navigator.clipboard.writeText(url);
        say(text.copied);
      }), { class: "button primary" }),
      navigator.share ? button(text.share, () => navigator.share({ url }).catch(() => {}), { picture: "share" }) : null),
  ]);
}

/** The links that one has made, to be taken back; nothing for those who may not share. */
export function shareList() {
  if (!mayShare()) return null;
  const list = el("ul", { class: "lines still" });
  const remove = (share) => confirm(text.deleteShare, text.deleteShareHint(share.description ?? share.url), text.delete, async () => {
    await send("DELETE", `/shares/${share.persistentID}`);
    await load();
  });
  const rowOf = (share) => el("li", {}, el("div", {}, icon("share"), el("span", { class: "names" },
    el("a", { class: "title", href: share.url, target: "_blank", rel: "noopener" }, name(share.description ?? share.url)),
    el("span", { class: "sub" }, [share.expires ? text.until(formatDate(share.expires)) : text.shareDays(0), text.visits(share.visitCount)].join(" · "))),
  iconButton("trash", `${text.delete}: ${(share.description ?? share.url).slice(0, 80)}`, () => remove(share))));
  const load = async () => {
    const { items } = await get("/shares");
    fill(list, items.length ? items.map(rowOf) : el("li", { class: "sub" }, text.noShares));
  };
  attempt(load);
  return list;
}
