// Continuations of an expression: a property, a comparison, or a value that the library has.
import { get } from "./api.js";
import { properties } from "./text.js";

/** The lists of the library that have the values of properties. */
const LISTS = { genre: "genres", artist: "artists", albumArtist: "album-artists", composer: "composers", album: "albums" };
const COMPARISONS = ["=", "!=", "contains", "begins", "ends", "matches", ">=", "<=", ">", "<", "between", "within", "is missing", "is exactly"];
const JOINTS = ["and", "or"];

const beginning = (words, begun) => words.filter((word) => word.toLowerCase().startsWith(begun.toLowerCase()) && word !== begun);

/** The unfinished end of an expression, and its kind: `{ kind, before, begun, property }`. */
export function endOf(expression) {
  const comparison = expression.match(/^(.*\b([A-Za-z]+)\s+(?:=|!=|contains|begins|ends|matches)\s*)("?)([^"]*)$/s);
  if (comparison) {
    const [, before, property, quote, begun] = comparison;
    // Words without quotes end with the value; what follows is another part.
    if (quote || !/\s/.test(begun)) return { kind: "value", before, begun, property };
  }
  const [, before, begun] = expression.match(/^(.*?)([A-Za-z]*)$/s);
  const previous = before.trimEnd().split(/[\s()]+/).at(-1) ?? "";
  if (properties.includes(previous)) return { kind: "comparison", before, begun };
  const isJoint = previous && !JOINTS.includes(previous) && previous !== "not";
  return { kind: isJoint ? "joint" : "property", before, begun };
}

/** Offers that fit behind an expression: `{ before, offers }`. */
export async function completions(expression, signal) {
  const { kind, before, begun, property } = endOf(expression);
  if (kind === "comparison") return { before, offers: beginning(COMPARISONS, begun) };
  if (kind === "joint") return { before, offers: begun ? beginning(JOINTS, begun) : [] };
  if (kind === "property") return { before, offers: begun ? beginning(properties, begun) : [] };
  const path = LISTS[property];
  if (!path || !begun) return { before, offers: [] };
  const where = `${property} begins ${JSON.stringify(begun)}`;
  const { items } = await get(`/${path}`, { where, limit: 50 }, { signal });
  return { before, offers: beginning(items.map(({ title }) => title ?? ""), begun).map((title) => JSON.stringify(title)) };
}
