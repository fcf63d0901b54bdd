// Plays on the sound output of the server: the same words as the player of this browser, said to the server.
import { get, send } from "./api.js";
import { attempt } from "./dialog.js";
import { isResumed } from "./keeping.js";
import * as queues from "./playqueue.js";
import { emit } from "./store.js";
import { text } from "./text.js";

/** How often the server is asked what it plays, in milliseconds. */
const ASKED_EVERY = 1000;
/** As many items are asked for at once. */
const ASKED_AT_ONCE = 50;

class Jukebox {
  queue = queues.emptyQueue();
  isPlaying = false;
  isWaiting = false;
  isRemote = true;
  sleep = null;
  speed = 1;
  gainMode = "off";
  /** The devices of the server that play, by name; none for its default. */
  outputs = [];
  #missing = [];
  #failure;
  #known = new Map();
  #place = { time: 0, at: 0 };
  #loudness = 1;
  #unmuted = 1;
  #orders = Promise.resolve();
  #waiting = 0;
  #timer = 0;

  get item() {
    return queues.currentOf(this.queue)?.item ?? null;
  }

  get duration() {
    return this.item?.playbackDuration ?? 0;
  }

  get time() {
    const { time, at } = this.#place;
    const now = this.isPlaying ? time + (performance.now() - at) / 1000 : time;
    return Math.min(now, this.duration || now);
  }

  get buffered() {
    return this.duration;
  }

  get volume() {
    return this.#loudness;
  }

  set volume(value) {
    this.#loudness = Math.min(1, Math.max(0, value));
    this.#order({ volume: this.#loudness });
    emit("player");
  }

  get isMuted() {
    return this.#loudness === 0;
  }

  set isMuted(value) {
    if (value) this.#unmuted = this.#loudness || 1;
    this.volume = value ? 0 : this.#unmuted;
  }

  canChangeSpeed() {
    return false;
  }

  /** Begins to follow what the server plays. Throws where it cannot play. */
  async follow() {
    await this.#take(await get("/jukebox"));
    clearInterval(this.#timer);
    this.#timer = setInterval(() => {
      emit("time");
      if (!document.hidden && !this.#waiting) get("/jukebox").then((state) => this.#waiting || this.#take(state), () => {});
    }, ASKED_EVERY);
  }

  /** Leaves it playing. */
  stop() {
    clearInterval(this.#timer);
  }

  // MARK: The queue

  play(items, index = 0, time = undefined) {
    if (!items.length) return undefined;
    this.#remember(items);
    const resumesAt = time ?? (isResumed(items[index]) ? items[index].bookmarkTime : 0);
    return this.#order({ items: idsOf(items), currentIndex: index, time: resumesAt ?? 0, isPlaying: true });
  }

  playShuffled(items) {
    this.#remember(items);
    this.#order({ items: idsOf(items), isShuffled: true, currentIndex: 0, isPlaying: true });
  }

  insert(items, where) {
    this.#remember(items);
    if (where === "end") this.#order({ add: idsOf(items) });
    else this.#replace(queues.inserted(this.queue, items, where));
    emit("message", text.added(items.length));
  }

  move(from, target) {
    this.#replace(queues.moved(this.queue, from, target));
  }

  remove(at) {
    this.#order({ remove: at });
  }

  clear() {
    this.#order({ items: [], isPlaying: false });
  }

  jump(index) {
    this.#order({ currentIndex: index, isPlaying: true });
  }

  setShuffle(mode) {
    if (mode !== "off") this.#order({ isShuffled: true });
  }

  setRepeat() {}

  setSleep() {}

  // The server takes a queue as a whole; what plays goes on where it was.
  #replace(queue) {
    const items = queue.entries.map(({ item }) => item);
    const place = queue.index >= 0 ? { currentIndex: queue.index, time: this.time, isPlaying: this.isPlaying } : {};
    this.#order({ items: idsOf(items), ...place });
  }

  // MARK: Playing

  toggle() {
    if (this.item) this.#order({ isPlaying: !this.isPlaying });
  }

  resume() {
    return this.#order({ isPlaying: true });
  }

  pause() {
    return this.#order({ isPlaying: false });
  }

  next() {
    const index = queues.nextIndex(this.queue);
    if (index >= 0) this.jump(index);
  }

  previous() {
    if (this.time > 3 || this.queue.index <= 0) this.seek(0);
    else this.jump(this.queue.index - 1);
  }

  seek(time) {
    if (!this.item) return;
    this.#place = { time, at: performance.now() };
    emit("time");
    this.#order({ currentIndex: this.queue.index, time: Math.max(0, time), isPlaying: this.isPlaying });
  }

  // MARK: The server

  /** The devices of the server that it can play on. */
  async allOutputs() {
    return (await get("/jukebox/outputs")).items;
  }

  setOutputs(names) {
    return this.#order({ outputs: names });
  }

  // Orders are sent one after the other; what was asked meanwhile does not count.
  #order(body) {
    this.#waiting += 1;
    this.#orders = this.#orders.then(() => attempt(async () => this.#take(await send("PATCH", "/jukebox", body)))).finally(() => (this.#waiting -= 1));
    return this.#orders;
  }

  async #take(state) {
    await this.#find(state.items);
    const was = { items: idsOf(this.queue.entries.map(({ item }) => item)).join(), index: this.queue.index, item: this.item?.persistentID };
    const counts = new Map();
    const entries = state.items.map((id) => {
      counts.set(id, (counts.get(id) ?? 0) + 1);
      return { key: `${id}/${counts.get(id)}`, item: this.#known.get(id) ?? { persistentID: id } };
    });
    this.queue = { ...this.queue, entries, index: state.currentIndex ?? -1 };
    this.isPlaying = state.isPlaying;
    this.#loudness = state.volume;
    this.#place = { time: state.time, at: performance.now() };
    this.outputs = state.outputs;
    const missing = state.missingOutputs ?? [];
    if (missing.join() !== this.#missing.join() && missing.length) emit("message", text.outputsMissing(missing));
    this.#missing = missing;
    if (state.failure && state.failure !== this.#failure) emit("message", text.jukeboxFailed(state.failure));
    this.#failure = state.failure;
    if (was.items !== state.items.join() || was.index !== this.queue.index) emit("queue");
    if (was.item !== this.item?.persistentID) emit("track");
    emit("player");
    emit("time");
  }

  #remember(items) {
    for (const item of items) this.#known.set(item.persistentID, item);
  }

  async #find(ids) {
    const unknown = [...new Set(ids)].filter((id) => !this.#known.has(id));
    for (let first = 0; first < unknown.length; first += ASKED_AT_ONCE) {
      const where = unknown.slice(first, first + ASKED_AT_ONCE).map((id) => `persistentID = ${Number(id)}`).join(" or ");
      this.#remember((await get("/items", { where, limit: ASKED_AT_ONCE })).items);
    }
  }
}

const idsOf = (items) => items.map(({ persistentID }) => persistentID);

export const jukebox = new Jukebox();
