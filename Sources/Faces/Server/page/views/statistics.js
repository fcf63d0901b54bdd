// The library in numbers: plots for the eye, and the same as tables for everybody.
import { get } from "../api.js";
import { el, name, svg } from "../dom.js";
import { formatLength, formatMonth, formatNumber, formatSize } from "../format.js";
import { text } from "../text.js";
import { heading } from "./albums.js";

export async function statistics({ signal }) {
  const [stats, breakdown] = await Promise.all([get("/stats", {}, { signal }), get("/stats/breakdown", {}, { signal })]);
  const facts = [
    [text.items, formatNumber(stats.items)], [text.albums, formatNumber(stats.albums)], [text.artists, formatNumber(stats.artists)],
    [text.genres, formatNumber(stats.genres)], [text.composers, formatNumber(stats.composers)], [text.duration, formatLength(stats.playbackDuration)],
    [text.size, formatSize(stats.fileSize)], [text.pictures, formatNumber(stats.pictures)],
  ];
  return {
    title: text.statistics,
    element: el("div", { class: "page" }, heading(text.statistics, null),
      el("dl", { class: "facts" }, facts.map(([key, value]) => el("div", {}, el("dt", {}, key), el("dd", {}, value)))),
      el("div", { class: "plots" },
        columns(text.byYear, filled(breakdown.years), text.year, text.songs), columns(text.playsByMonth, months(breakdown.plays), text.month, text.plays, formatMonth),
        bars(text.byGenre, breakdown.genres.slice(0, 12), text.genre, text.songs), bars(text.byFormat, breakdown.formats.slice(0, 12), text.format, text.items))),
  };
}
statistics.isLive = true;

/** Years without songs have a place on the axis, too, unless they are too many. */
function filled(years) {
  const numbers = years.map(({ value }) => Number(value)).filter((year) => year > 1850);
  const [first, last] = [Math.min(...numbers), Math.max(...numbers)];
  const known = new Map(years.map(({ value, count }) => [Number(value), count]));
  if (!numbers.length || last - first > 200) return years;
  return Array.from({ length: last - first + 1 }, (_, index) => ({ value: String(first + index), count: known.get(first + index) ?? 0 }));
}

/** The last twelve months, those without plays, too. */
function months(plays) {
  const known = new Map(plays.map(({ value, count }) => [value, count]));
  const now = new Date();
  return Array.from({ length: 12 }, (_, index) => {
    const value = new Date(Date.UTC(now.getFullYear(), now.getMonth() - 11 + index, 15)).toISOString().slice(0, 7);
    return { value, count: known.get(value) ?? 0 };
  });
}

/** Upright columns along time. */
function columns(title, counts, key, value, format = String) {
  const [width, height] = [640, 200];
  const most = Math.max(1, ...counts.map(({ count }) => count));
  const step = Math.min(53, width / Math.max(1, counts.length));
  const every = Math.ceil(counts.length / 8);
  const picture = svg("svg", { viewBox: `0 -20 ${width} ${height + 44}`, class: "plot", role: "img", "aria-label": title },
    [0.5, 1].map((share) => svg("line", { class: "grid-line", x1: 0, x2: width, y1: height * (1 - share) + 0.5, y2: height * (1 - share) + 0.5 })),
    counts.map(({ value: label, count }, index) => svg("rect", {
      x: index * step + Math.min(2, step * 0.1), width: Math.max(1, step - Math.min(4, step * 0.2)), y: height - (count / most) * height, height: (count / most) * height, rx: Math.min(3, step / 4),
    }, svg("title", {}, `${format(label)}: ${formatNumber(count)}`))),
    counts.map(({ value: label }, index) => (index % every === 0 ? svg("text", { x: index ? index * step + step / 2 : 0, y: height + 18, class: index ? "" : "first" }, format(label)) : null)),
    svg("text", { class: "most", x: width, y: -6 }, formatNumber(most)));
  return figure(title, counts.length ? picture : null, counts, key, value, format);
}

/** Lying bars, the longest first. */
function bars(title, counts, key, value) {
  const most = Math.max(1, ...counts.map(({ count }) => count));
  const picture = el("div", { class: "bars", "aria-hidden": "true" }, counts.map(({ value: label, count }) =>
    el("div", {}, el("span", { class: "bar-label" }, name(label)), el("span", { class: "bar-track" }, el("span", { style: { width: `${(count / most) * 100}%` } })), el("span", { class: "time" }, formatNumber(count)))));
  return figure(title, counts.length ? picture : null, counts, key, value, String);
}

function figure(title, picture, counts, key, value, format) {
  return el("figure", {}, el("figcaption", {}, title), picture ?? el("p", { class: "sub" }, text.nothingYet),
    counts.length ? el("details", {}, el("summary", {}, text.asTable), el("div", { class: "table-box", tabIndex: 0, role: "group", "aria-label": title }, el("table", {},
      el("thead", {}, el("tr", {}, el("th", { scope: "col" }, key), el("th", { scope: "col" }, value))),
      el("tbody", {}, counts.filter(({ count }) => count).map(({ value: label, count }) => el("tr", {}, el("th", { scope: "row" }, name(format(label))), el("td", {}, formatNumber(count)))))))) : null);
}
