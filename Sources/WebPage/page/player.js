// Plays the queue. While one deck plays, the other has loaded the next entry and is started as the first ends.
import { Deck } from "./deck.js";
import { titleOf } from "./format.js";
import { bookmark, count, isResumed, keepQueue, keptQueue } from "./keeping.js";
import { Listening } from "./listening.js";
import { gainOf } from "./loudness.js";
import { describe, showState } from "./mediakeys.js";
import * as queues from "./playqueue.js";
import { choices, emit } from "./store.js";
import { text } from "./text.js";

/** How long before the end of a song the next is started, in seconds: as long as an element takes to sound. */
const LEAD = 0.02;

class Player {
  queue = queues.emptyQueue();
  isPlaying = false;
  sleep = null;
  #context = null;
  #decks = null;
  #listening = new Listening();
  #failures = 0;
  #isHandingOver = false;
  #keeping = 0;
  #keptAt = 0;

  get #deck() {
    return (this.#decks ??= this.#makeDecks())[0];
  }

  get #other() {
    return (this.#decks ??= this.#makeDecks())[1];
  }

  #makeDecks() {
    const events = {
      ended: (deck) => deck === this.#deck && this.#goOn(),
      failed: (deck) => deck === this.#deck && this.#fail(),
      changed: (deck) => deck === this.#deck && this.#changed(),
      time: (deck) => deck === this.#deck && this.#time(),
    };
    return [new Deck(events), new Deck(events)];
  }

  get item() {
    return queues.currentOf(this.queue)?.item ?? null;
  }

  get time() {
    return this.#decks && this.#deck.key ? this.#deck.time : this.startTime ?? 0;
  }

  get duration() {
    return (this.#decks && this.#deck.key ? this.#deck.duration : this.item?.playbackDuration) ?? 0;
  }

  get buffered() {
    return this.#decks ? this.#deck.buffered : 0;
  }

  get isWaiting() {
    return this.isPlaying && (this.#deck.audio.readyState < 3);
  }

  get volume() {
    return choices.get("volume", 1);
  }

  set volume(value) {
    choices.set("volume", Math.min(1, Math.max(0, value)));
    choices.set("muted", false);
    this.#applyGain();
    emit("player");
  }

  get isMuted() {
    return choices.get("muted", false);
  }

  set isMuted(value) {
    choices.set("muted", value);
    this.#applyGain();
    emit("player");
  }

  get gainMode() {
    return choices.get("gain", "album");
  }

  set gainMode(mode) {
    choices.set("gain", mode);
    this.#applyGain();
  }

  get speed() {
    return choices.get("speed", 1);
  }

  set speed(value) {
    choices.set("speed", value);
    this.#deck.audio.playbackRate = this.#speedOf(this.item);
    emit("player");
  }

  /** Books and talk can be slower or faster; music keeps its own time. */
  canChangeSpeed(item = this.item) {
    return isResumed(item);
  }

  #speedOf(item) {
    return this.canChangeSpeed(item) ? this.speed : 1;
  }

  // MARK: The queue

  play(items, index = 0) {
    if (!items.length) return;
    this.#leave(false);
    this.#set(queues.replaced(this.queue, items, index));
    this.#begin();
  }

  playShuffled(items, mode = "songs") {
    this.queue = { ...this.queue, shuffle: mode };
    this.play(items, mode === "songs" ? Math.floor(Math.random() * items.length) : 0);
  }

  insert(items, where) {
    const wasEmpty = !this.item;
    this.#set(queues.inserted(this.queue, items, where));
    if (wasEmpty) this.#begin(false);
    emit("message", text.added(items.length));
  }

  move(from, target) {
    this.#set(queues.moved(this.queue, from, target));
  }

  remove(at) {
    const isCurrent = at === this.queue.index;
    if (isCurrent) this.#leave(false);
    this.#set(queues.removed(this.queue, at));
    if (isCurrent) this.item ? this.#begin(this.isPlaying) : this.stop();
  }

  clear() {
    this.#leave(false);
    this.#set({ ...this.queue, entries: [], index: -1 });
    this.stop();
  }

  jump(index) {
    this.#leave(false);
    this.#set({ ...this.queue, index });
    this.#begin();
  }

  setRepeat(repeat) {
    this.#set({ ...this.queue, repeat });
  }

  setShuffle(mode) {
    this.#set(queues.shuffled(this.queue, mode));
  }

  #set(queue) {
    this.queue = queue;
    this.#prepare();
    emit("queue");
    emit("player");
    this.#keepSoon();
  }

  // MARK: Playing

  toggle() {
    if (!this.item) return;
    this.isPlaying ? this.pause() : this.resume();
  }

  resume() {
    if (!this.#deck.key) return this.#begin(true, this.startTime);
    this.isPlaying = this.#deck.isWanted = true;
    this.#start();
  }

  pause() {
    this.isPlaying = this.#deck.isWanted = false;
    this.#deck.audio.pause();
    if (!this.#other.audio.paused) {
      this.#other.audio.pause();
      this.#other.seek(0);
    }
    if (isResumed(this.item)) bookmark(this.item, this.time);
    this.#keepSoon();
    emit("player");
  }

  stop() {
    this.isPlaying = false;
    for (const deck of this.#decks ?? []) deck.clear();
    emit("player");
  }

  next() {
    const index = queues.nextIndex(this.queue);
    if (index >= 0) this.jump(index);
  }

  /** The one before; the beginning of the current one where more than three seconds of it have passed. */
  previous() {
    if (this.time > 3 || this.queue.index <= 0) return this.seek(0);
    this.jump(queues.previousIndex(this.queue));
  }

  seek(time) {
    this.#listening.jump();
    if (!this.#deck.key) this.startTime = time;
    else this.#deck.seek(Math.min(time, Math.max(0, this.duration - 0.2)));
    emit("time");
    showState(this, this.#deck.audio.playbackRate);
  }

  #begin(isPlaying = true, time) {
    const entry = queues.currentOf(this.queue);
    if (!entry) return;
    this.isPlaying = isPlaying;
    this.#listening = new Listening();
    const resumesAt = time ?? (isResumed(entry.item) ? entry.item.bookmarkTime ?? 0 : 0);
    this.startTime = undefined;
    if (this.#other.key === entry.key && !resumesAt) {
      this.#deck.clear();
      this.#decks.reverse();
    } else {
      this.#deck.load(entry, resumesAt);
    }
    this.#deck.isWanted = isPlaying;
    if (isPlaying) this.#start();
    describe(this);
    emit("player");
    emit("track");
    this.#prepare();
    this.#keepSoon();
  }

  #start() {
    this.#context ??= new AudioContext();
    if (this.#context.state === "suspended") this.#context.resume();
    this.#deck.audio.playbackRate = this.#speedOf(this.item);
    this.#deck.play(this.#context, this.#gain());
    emit("player");
  }

  // The other deck loads what comes next, so that it can sound at once.
  #prepare() {
    if (!this.#decks || !this.#deck.key) return;
    const next = this.queue.entries[queues.nextIndex(this.queue, true)];
    if (!next || next.key === this.#deck.key) return this.#other.key && this.#other.clear();
    if (this.#other.key !== next.key) {
      this.#other.load(next);
      this.#other.isWanted = false;
    }
  }

  // The end is seen some time after it has come; so the next deck is started by the clock, shortly before.
  #handOverSoon() {
    const deck = this.#deck;
    if (this.#isHandingOver || !(deck.left < 0.6) || this.sleep === "track") return;
    this.#isHandingOver = true;
    setTimeout(() => {
      this.#isHandingOver = false;
      const next = this.queue.entries[queues.nextIndex(this.queue, true)];
      const isNear = deck === this.#deck && this.isPlaying && deck.left < LEAD * 4;
      if (isNear && next && this.#other.key === next.key) this.#other.play(this.#context, this.#gain(next.item));
    }, Math.max(0, deck.left - LEAD) * 1000);
  }

  #goOn() {
    this.#failures = 0;
    this.#leave(true);
    const index = this.sleep === "track" ? -1 : queues.nextIndex(this.queue, true);
    if (index < 0) {
      this.setSleep(null);
      this.isPlaying = false;
      this.#deck.seek(0);
      emit("player");
      return;
    }
    this.queue = { ...this.queue, index };
    emit("queue");
    this.#begin();
  }

  #fail() {
    emit("message", text.cannotPlay(titleOf(this.item), (this.item.videoCodec ?? this.item.codec ?? "").toUpperCase()));
    const index = queues.nextIndex(this.queue);
    this.#failures += 1;
    // A queue of nothing but such files ends.
    if (index < 0 || this.#failures > 5) return this.pause();
    this.queue = { ...this.queue, index };
    emit("queue");
    this.#begin(this.isPlaying);
  }

  #changed() {
    emit("player");
    showState(this, this.#deck.audio.playbackRate);
  }

  #time() {
    const { item } = this;
    if (!item) return;
    if (this.isPlaying && this.#listening.note(this.#deck.time, this.duration)) count(item, true);
    if (this.isPlaying) this.#handOverSoon();
    emit("time");
    if (Date.now() - this.#keptAt > 15000 && this.isPlaying) this.#keep();
  }

  // MARK: What is kept

  #leave(isOver) {
    const { item } = this;
    if (!item || !this.#decks || !this.#deck.key) return;
    const end = this.#listening.end(isOver);
    if (end) count(item, end === "played");
    if (isResumed(item)) bookmark(item, isOver ? null : this.time);
  }

  #keepSoon() {
    clearTimeout(this.#keeping);
    this.#keeping = setTimeout(() => this.#keep(), 1500);
  }

  #keep() {
    clearTimeout(this.#keeping);
    this.#keeping = 0;
    this.#keptAt = Date.now();
    keepQueue(this.queue, this.time);
  }

  /** Keeps what was to be kept soon. */
  leavePage() {
    if (this.#keeping) this.#keep();
  }

  /** Goes back to the queue that was kept, without a sound. */
  async restore() {
    const kept = await keptQueue();
    if (!kept || this.item) return;
    this.queue = queues.replaced({ ...this.queue, shuffle: "off" }, kept.items, kept.index ?? 0);
    this.startTime = kept.time ?? 0;
    describe(this);
    emit("track");
    emit("queue");
    emit("player");
  }

  // MARK: Loudness, sleep, media keys

  #gain(item = this.item) {
    return gainOf(item, this.gainMode, this.isMuted ? 0 : this.volume);
  }

  #applyGain() {
    if (this.#decks) this.#deck.setGain(this.#gain());
  }

  /** Pauses after so many minutes, at the end of the track (`"track"`), or not at all (`null`). */
  setSleep(value) {
    clearTimeout(this.sleepTimer);
    this.sleep = value;
    this.sleepsAt = typeof value === "number" ? Date.now() + value * 60000 : null;
    if (this.sleepsAt) {
      this.sleepTimer = setTimeout(() => {
        this.sleep = null;
        this.pause();
      }, value * 60000);
    }
    emit("player");
  }
}

export const player = new Player();
addEventListener("pagehide", () => player.leavePage());
