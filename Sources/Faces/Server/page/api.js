// Speaks /api/v1, and nothing else.
import { text } from "./text.js";

/** The beginning of all addresses: the base path of the server, which is in front of the address of this file. */
export const base = new URL(import.meta.url).pathname.replace(/\/assets\/.*$/, "");

const root = base + "/api/v1";
let csrfToken = "";
let onLoggedOut = () => {};

/** A request that failed: the server's own words in `message`. */
export class Problem extends Error {
  constructor(status, detail) {
    super(detail);
    this.status = status;
  }
}

/** Calls back when the server does not know the session any more. */
export function whenLoggedOut(body) {
  onLoggedOut = body;
}

export function useSession(session) {
  csrfToken = session?.csrfToken ?? "";
}

/** A path below /api/v1 with its query; lists make several parameters, what is absent is left out. */
export function address(path, query = {}) {
  const parts = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null && one !== "") parts.append(key, one);
    }
  }
  const tail = parts.toString();
  return root + path + (tail ? "?" + tail : "");
}

async function ask(method, url, { body, headers = {}, signal, quiet = false, keepalive = false } = {}) {
  let answer;
  try {
    answer = await fetch(url, {
      method, signal, keepalive, credentials: "same-origin",
      headers: { ...(method === "GET" ? {} : { "X-CSRF-Token": csrfToken }), ...headers }, body,
    });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Problem(0, text.noConnection);
  }
  if (answer.ok) return answer;
  const problem = await answer.json().catch(() => ({}));
  if (answer.status === 401 && !quiet) onLoggedOut();
  throw new Problem(answer.status, problem.detail ?? `${answer.status} ${answer.statusText}`);
}

export async function get(path, query, options) {
  return (await ask("GET", address(path, query), options)).json();
}

/** Sends an object, and gives the object that is answered; `null` for none. */
export async function send(method, path, object, { revision, ...options } = {}) {
  const headers = object === undefined ? {} : { "Content-Type": "application/json" };
  if (revision) headers["If-Match"] = revision;
  const body = object === undefined ? undefined : JSON.stringify(object);
  const answer = await ask(method, root + path, { ...options, headers, body });
  return answer.status === 204 || answer.status === 202 ? null : answer.json();
}

/** Sends the bytes of a file. */
export async function sendFile(path, query, file) {
  return (await ask("POST", address(path, query), { body: file })).json();
}

/** An object with its revision, for edits that must not lose those of others. */
export async function getWithRevision(path) {
  const answer = await ask("GET", root + path);
  return { value: await answer.json(), revision: answer.headers.get("ETag") };
}

/** The token of the page that follows; `undefined` for the last. */
export const tokenAfter = (page) => (page.next ? new URLSearchParams(page.next.split("?")[1]).get("after") : undefined);

/** All entries of a list, for lists that a person made: playlists, the songs of an album. */
export async function getAll(path, query = {}, most = 5000) {
  const items = [];
  let after;
  while (items.length < most) {
    const page = await get(path, { ...query, limit: 1000, after });
    items.push(...page.items);
    after = tokenAfter(page);
    if (!after) break;
  }
  return items;
}

export const streamOf = (item, { format, time, bitRate } = {}) =>
  address(`/items/${item.persistentID}/stream`, { format, time: time || undefined, bitRate: bitRate || undefined });
export const downloadOf = (item) => address(`/items/${item.persistentID}/download`);

/** Where a picture of an item, or of an album, is; `null` where there is none. `size` is in CSS pixels. */
export function coverOf(thing, size) {
  const pixels = Math.min(1200, Math.ceil((size * (window.devicePixelRatio || 1)) / 100) * 100);
  if (thing.artworkSha256) {
    return address(`/albums/${thing.persistentID}/artwork`, { hash: thing.artworkSha256.slice(0, 16), size: pixels });
  }
  const picture = thing.artwork?.[0];
  return picture
    ? address(`/items/${thing.persistentID}/artwork`, { hash: picture.sha256.slice(0, 16), size: pixels }) : null;
}
