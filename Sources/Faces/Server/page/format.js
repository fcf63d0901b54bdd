// How numbers, dates and names are shown, in the reader's language.
import { text } from "./text.js";

const number = new Intl.NumberFormat();
const date = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" });
const moment = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
const clock = new Intl.DateTimeFormat(undefined, { timeStyle: "short" });
const month = new Intl.DateTimeFormat(undefined, { month: "short", year: "2-digit" });

export const formatNumber = (value) => number.format(value);
export const formatDate = (value) => (value ? date.format(new Date(value)) : "");
export const formatMoment = (value) => (value ? moment.format(new Date(value)) : "");
export const formatClock = (value) => (value ? clock.format(new Date(value)) : "");
export const formatMonth = (value) => month.format(new Date(value + "-15"));

/** Of seconds: `3:05`, `1:02:03`. */
export function formatTime(seconds) {
  if (!Number.isFinite(seconds) || seconds < 0) return "–:––";
  const whole = Math.floor(seconds);
  const pad = (value) => String(value).padStart(2, "0");
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  return hours ? `${hours}:${pad(minutes)}:${pad(rest)}` : `${minutes}:${pad(rest)}`;
}

/** How long an album or a list is: `48 min`, `3 hr 20 min`, `12 days`. */
export function formatLength(seconds) {
  const unit = (value, unit) =>
    new Intl.NumberFormat(undefined, { style: "unit", unit, unitDisplay: unit === "day" ? "long" : "short" }).format(value);
  const minutes = Math.round(seconds / 60);
  if (minutes < 1) return unit(seconds > 0 ? Math.max(1, Math.round(seconds)) : 0, "second");
  if (minutes < 60) return unit(minutes, "minute");
  if (minutes < 48 * 60) return `${unit(Math.floor(minutes / 60), "hour")} ${unit(minutes % 60, "minute")}`;
  return unit(Math.round(minutes / 1440), "day");
}

export function formatSize(bytes) {
  const units = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"];
  const power = bytes > 0 ? Math.min(4, Math.floor(Math.log10(bytes) / 3)) : 0;
  return new Intl.NumberFormat(undefined, { style: "unit", unit: units[power], maximumFractionDigits: power > 2 ? 1 : 0 })
    .format(bytes / 1000 ** power);
}

/** The title of an item; of a file without one its name without the extension. */
export function titleOf(item) {
  if (item.title) return item.title;
  const file = (item.relativePath ?? item.path ?? "").split("/").pop() ?? "";
  return file.replace(/\.[^.]+$/, "") || text.untitled;
}

export const artistOf = (item) => item.artist ?? item.albumArtist ?? item.podcastTitle ?? "";
export const albumOf = (item) => item.albumTitle ?? item.podcastTitle ?? item.tvShow ?? "";

/** `FLAC · 24 bit · 96 kHz`, for those who care. */
export function qualityOf(item) {
  // The bit rate of a film is that of its sound; what one wants to know is that of all of it.
  const { fileSize, playbackDuration, videoCodec } = item;
  const whole = fileSize && playbackDuration ? Math.round((fileSize * 8) / playbackDuration / 1000) : null;
  const bitRate = videoCodec ? whole : item.bitRate;
  return [
    (item.videoCodec ?? item.codec ?? item.container ?? "").toUpperCase(),
    item.width ? `${item.width} × ${item.height}` : null,
    item.bitDepth ? `${item.bitDepth} bit` : null,
    item.sampleRate ? `${formatNumber(item.sampleRate / 1000)} kHz` : null,
    bitRate ? `${formatNumber(bitRate)} kbit/s` : null,
  ].filter(Boolean).join(" · ");
}

/** The sign for an item that has no picture. */
export function pictureOf(item) {
  if (item.mediaType?.includes("audioBook")) return "book";
  if (item.mediaType?.includes("podcast")) return "podcast";
  return item.videoCodec ? "video" : "song";
}
