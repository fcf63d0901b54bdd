// Actions on items, wherever they are shown.
import { downloadOf, get, send } from "./api.js";
import { ask, attempt, button, dialog, iconButton, menu, say } from "./dialog.js";
import { el, name } from "./dom.js";
import { explain } from "./explanation.js";
import { albumOf, artistOf, formatDate, formatMoment, formatNumber, formatSize, formatTime, qualityOf, titleOf } from "./format.js";
import { icon } from "./icons.js";
import { go } from "./router.js";
import { shareEntry } from "./shares.js";
import { player } from "./speakers.js";
import { emit } from "./store.js";
import { text } from "./text.js";

/** Gives an item a star, or takes it back. */
export async function setFavorite(item, isFavorite) {
  await attempt(async () => {
    await send("PUT", `/items/${item.persistentID}/star`, { star: isFavorite });
    item.isFavorite = isFavorite;
    emit("item", item);
  });
}

export async function setRating(item, rating) {
  await attempt(async () => {
    await send("PUT", `/items/${item.persistentID}/rating`, { rating: rating || null });
    item.rating = rating || undefined;
    emit("item", item);
  });
}

/** The button of the star. */
export function heart(item) {
  const shown = iconButton("heart", "", async () => {
    await setFavorite(item, !item.isFavorite);
    update();
  }, { class: "icon-button heart" });
  const update = () => {
    const label = item.isFavorite ? text.unstar : text.star;
    shown.setAttribute("aria-pressed", String(Boolean(item.isFavorite)));
    shown.setAttribute("aria-label", `${label}: ${titleOf(item).slice(0, 80)}`);
    shown.title = label;
  };
  update();
  // The item that was starred may be another copy of the same, as of a list that was read since.
  shown.refresh = (other = item) => {
    item.isFavorite = other.isFavorite;
    update();
  };
  return shown;
}

/** Five stars, chosen by mouse, touch, or arrow keys. */
export function rating(item) {
  const box = el("div", { class: "rating", role: "radiogroup", "aria-label": text.rating });
  const stars = [1, 2, 3, 4, 5].map((value) => el("button", {
    type: "button", role: "radio", "aria-label": text.stars(value), onclick: () => choose(item.rating === value ? 0 : value),
  }, icon("star")));
  const update = () => stars.forEach((star, index) => {
    star.classList.toggle("full", index < (item.rating ?? 0));
    star.setAttribute("aria-checked", String(item.rating === index + 1));
    star.tabIndex = index === Math.max(0, (item.rating ?? 1) - 1) ? 0 : -1;
  });
  const choose = async (value) => {
    await setRating(item, value);
    update();
    stars[Math.max(0, value - 1)].focus();
  };
  box.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    choose(Math.min(5, Math.max(0, (item.rating ?? 0) + step)));
  });
  box.append(...stars);
  update();
  box.refresh = (other = item) => {
    item.rating = other.rating;
    update();
  };
  return box;
}

/** The menu of one item. `more` are entries of the list that it is in, `place` is the pointer's, if it was asked for there. */
export function itemMenu(anchor, item, more = [], place = undefined) {
  menu(anchor, [
    { label: text.playNext, picture: "next", action: () => player.insert([item], "next") },
    { label: text.addToQueue, picture: "queue", action: () => player.insert([item], "end") },
    { label: text.addToPlaylist, picture: "playlist", action: () => addToPlaylist([item]) },
    null,
    Boolean(item.albumPersistentID) && { label: text.goToAlbum, picture: "album", action: () => go(`/albums/${item.albumPersistentID}`) },
    Boolean(item.artistPersistentID) && { label: item.artists?.length > 1 ? text.goToArtists : text.goToArtist, picture: "artist", action: () => goToArtist(anchor, item) },
    { label: item.isFavorite ? text.unstar : text.star, picture: "heart", action: () => setFavorite(item, !item.isFavorite) },
    { label: text.details, picture: "more", action: () => details(item) },
    shareEntry(async () => [item], titleOf(item)),
    { label: text.download, picture: "download", action: () => download(item) },
    ...(more.length ? [null, ...more] : []),
  ], place);
}

/** Leads to the artist of an item; where it has several, one chooses. */
async function goToArtist(anchor, item) {
  if (!(item.artists?.length > 1)) return go(`/artists/${item.artistPersistentID}`);
  const found = await attempt(() => get("/artists", { where: `persistentID = ${Number(item.persistentID)}` }));
  return found && menu(anchor, found.items.map((artist) => ({
    label: name(artist.title || text.unknownArtist), picture: "artist", action: () => go(`/artists/${artist.persistentID}`),
  })));
}

function download(item) {
  el("a", { href: downloadOf(item), download: "" }).click();
}

/** Everything that is known of an item, and its rating. */
export function details(item) {
  const rows = [
    [text.artist, artistOf(item)], [text.album, albumOf(item)], [text.albumArtist, item.albumArtist],
    [text.composer, item.composer], [text.genre, item.genres?.join(", ")], [text.year, item.releaseDate ?? item.year],
    [text.track, [item.discNumber, item.albumTrackNumber].filter(Boolean).join(" – ")],
    [text.duration, formatTime(item.playbackDuration)], [text.format, qualityOf(item)],
    [text.size, item.fileSize && formatSize(item.fileSize)], [text.plays, formatNumber(item.playCount ?? 0)],
    [text.lastPlayed, formatMoment(item.lastPlayedDate)], [text.dateAdded, formatDate(item.dateAdded)],
    [text.comments, item.comments], [text.path, item.path],
  ].filter(([, value]) => value);
  dialog(text.details, (close) => [
    el("p", { class: "lead" }, name(titleOf(item))), rating(item),
    el("dl", {}, rows.map(([key, value]) => [el("dt", {}, key), el("dd", { dir: "auto" }, String(value).slice(0, 2000))])),
    button(text.explanation, () => {
      close();
      explain(item);
    }),
  ]);
}

/** Lets one choose a playlist, or make one. */
export async function addToPlaylist(items) {
  const lists = await attempt(() => get("/playlists"));
  if (!lists) return;
  const ids = items.map((item) => item.persistentID);
  dialog(text.addToPlaylist, (close) => {
    const add = (list) => attempt(async () => {
      await send("POST", `/playlists/${list.persistentID}/entries`, { items: ids });
      say(text.addedTo(list.name, items.length));
      close();
    });
    const make = () => {
      close();
      ask(text.newPlaylist, text.name, "", async (value) => {
        await send("POST", "/playlists", { name: value, items: ids });
        say(text.addedTo(value, items.length));
        emit("playlists");
      });
    };
    return [
      button(text.newPlaylist, make, { picture: "add" }),
      el("ul", { class: "choices" }, lists.items.filter((list) => !list.isSmart && !list.where).map((list) =>
        el("li", {}, el("button", { type: "button", onclick: () => add(list) }, icon("playlist"), name(list.name))))),
    ];
  });
}

const withItems = (items, body) => async () => {
  const all = await attempt(items);
  if (all?.length) body(all);
};

/** Actions on a list besides playing it at once; `title` names it when it is shared. */
export const listEntries = (items, title = undefined) => [
  { label: text.playNext, picture: "next", action: withItems(items, (all) => player.insert(all, "next")) },
  { label: text.addToQueue, picture: "queue", action: withItems(items, (all) => player.insert(all, "end")) },
  { label: text.addToPlaylist, picture: "playlist", action: withItems(items, addToPlaylist) },
  title !== undefined && shareEntry(items, title),
];

/** The buttons above a list: play, shuffle, more. `items` gives what they are for, now or later; `title` names it when shared. */
export function listActions(items, more = [], title = undefined) {
  const others = iconButton("more", text.more, () => menu(others, [
    ...listEntries(items, title),
    ...(more.length ? [null, ...more] : []),
  ]), { "aria-haspopup": "menu" });
  return el("div", { class: "actions" },
    button(text.play, withItems(items, (all) => player.play(all)), { picture: "play", class: "button primary" }),
    button(text.shuffle, withItems(items, (all) => player.playShuffled(all)), { picture: "shuffle" }), others);
}
