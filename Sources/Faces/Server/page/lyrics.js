// Lyrics as text, or in the LRC form, whose lines begin with their times: `[01:23.45]`.

/** @returns `{ lines: [{ time, text }], isTimed }`; `time` in seconds. */
export function parseLyrics(words) {
  let offset = 0;
  const timed = [];
  const plain = [];
  for (const line of words.split(/\r\n?|\n/)) {
    const [, signs, rest] = line.match(/^((?:\[[^\]]*\])*)(.*)$/);
    const times = [...signs.matchAll(/\[(\d+):(\d{1,2}(?:[.:]\d{1,3})?)\]/g)];
    offset = Number(signs.match(/\[offset:\s*([+-]?\d+)\]/i)?.[1] ?? offset);
    const text = rest.replace(/<\d+:\d{1,2}(?:[.:]\d{1,3})?>/g, "").trim();
    for (const [, minutes, seconds] of times) timed.push({ time: Number(minutes) * 60 + Number(seconds.replace(":", ".")), text });
    if (!times.length && (!signs || rest)) plain.push({ time: null, text: line });
  }
  if (!timed.length) return { lines: plain, isTimed: false };
  timed.sort((a, b) => a.time - b.time);
  for (const line of timed) line.time = Math.max(0, line.time - offset / 1000);
  return { lines: timed, isTimed: true };
}

/** The line that is sung at a time; -1 before the first. */
export const lineAt = (lines, time) => lines.findLastIndex((line) => line.time <= time);
