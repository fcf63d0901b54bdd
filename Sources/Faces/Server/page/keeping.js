// The server's record of listening: plays, places in books and talk, and the queue for the next browser or app.
import { get, send } from "./api.js";
import { emit } from "./store.js";
import { text } from "./text.js";

/** That number of ids stays below 64 KiB, the limit of a request that outlives its page (Fetch Standard, `keepalive`). */
const MOST_OUTLIVING = 4000;
const PLAYER = "Web";

/** Notes that an item was played, or skipped. */
export function count(item, finished) {
  send("POST", `/items/${item.persistentID}/plays`, { player: PLAYER, finished }, { keepalive: true })
    .then(() => emit("played", item), () => emit("message", text.notCounted));
}

/** Whether an item is resumed where it was left. */
export const isResumed = (item) => Boolean(item?.mediaType?.some((kind) => kind === "audioBook" || kind === "podcast"));

/** Keeps where an item is resumed; `null` for its beginning. */
export function bookmark(item, time) {
  item.bookmarkTime = time ?? undefined;
  send("PUT", `/items/${item.persistentID}/bookmark`, { time }, { keepalive: true }).catch(() => {});
}

/** Keeps a queue. */
export function keepQueue(queue, time) {
  const items = queue.entries.map((entry) => entry.item.persistentID);
  send("PUT", "/queue", { items, index: items.length ? queue.index : undefined, time, player: PLAYER },
    { keepalive: items.length <= MOST_OUTLIVING }).catch(() => {});
}

/** The queue that was kept last; `null` where there is none. */
export async function keptQueue() {
  const kept = await get("/queue").catch(() => null);
  return kept?.items.length ? kept : null;
}

/** Keeps the queue some moments after changes, and now and then while it plays. */
export class QueueKeeper {
  #keep;
  #timer = 0;
  #keptAt = 0;

  /**
   * @param keep Keeps the queue as it is.
   * @param isPlaying Whether the place in it moves.
   */
  constructor(keep, isPlaying) {
    this.#keep = keep;
    addEventListener("pagehide", () => (this.#timer || isPlaying()) && this.#keepNow());
  }

  keepSoon() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#keepNow(), 1500);
  }

  keepNowAndThen() {
    if (Date.now() - this.#keptAt > 15000) this.#keepNow();
  }

  #keepNow() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#keptAt = Date.now();
    this.#keep();
  }
}
