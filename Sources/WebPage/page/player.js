// Plays the queue. While one deck plays, the other has loaded the next entry and is started as the first ends.
import { coverOf, get, send } from "./api.js";
import { Deck } from "./deck.js";
import { albumOf, artistOf, titleOf } from "./format.js";
import { Listening } from "./listening.js";
import * as queues from "./playqueue.js";
import { choices, emit } from "./store.js";
import { text } from "./text.js";

/** What is longer than a queue that is kept is played all the same. */
const MOST_KEPT = 2000;
const PLAYER = "Web";
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
    return Boolean(item?.mediaType?.some((kind) => kind === "audioBook" || kind === "podcast"));
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
    this.#bookmark();
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
    this.#position();
  }

  #begin(isPlaying = true, time) {
    const entry = queues.currentOf(this.queue);
    if (!entry) return;
    this.isPlaying = isPlaying;
    this.#listening = new Listening();
    const resumesAt = time ?? (this.#keepsPlace(entry.item) ? entry.item.bookmarkTime ?? 0 : 0);
    this.startTime = undefined;
    if (this.#other.key === entry.key && !resumesAt) {
      this.#deck.clear();
      this.#decks.reverse();
    } else {
      this.#deck.load(entry, resumesAt);
    }
    this.#deck.isWanted = isPlaying;
    if (isPlaying) this.#start();
    this.#describe();
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
    if ("mediaSession" in navigator) navigator.mediaSession.playbackState = this.isPlaying ? "playing" : "paused";
  }

  #time() {
    const { item } = this;
    if (!item) return;
    if (this.isPlaying && this.#listening.note(this.#deck.time, this.duration)) this.#count(item, true);
    if (this.isPlaying) this.#handOverSoon();
    emit("time");
    if (Date.now() - this.#keptAt > 15000 && this.isPlaying) this.#keep();
  }

  // MARK: What is kept

  #leave(isOver) {
    const { item } = this;
    if (!item || !this.#decks || !this.#deck.key) return;
    const end = this.#listening.end(isOver);
    if (end) this.#count(item, end === "played");
    if (!this.#keepsPlace(item)) return;
    isOver ? this.#keepBookmark(item, null) : this.#bookmark();
  }

  #count(item, finished) {
    send("POST", `/items/${item.persistentID}/plays`, { player: PLAYER, finished }, { keepalive: true })
      .then(() => emit("played", item), () => emit("message", text.notCounted));
  }

  #keepsPlace(item) {
    return this.canChangeSpeed(item);
  }

  #bookmark() {
    if (this.item && this.#keepsPlace(this.item)) this.#keepBookmark(this.item, this.time);
  }

  #keepBookmark(item, time) {
    item.bookmarkTime = time ?? undefined;
    send("PUT", `/items/${item.persistentID}/bookmark`, { time }, { keepalive: true }).catch(() => {});
  }

  #keepSoon() {
    clearTimeout(this.#keeping);
    this.#keeping = setTimeout(() => this.#keep(), 1500);
  }

  /** Keeps the queue, so that another browser or app can go on with it. */
  #keep() {
    this.#keptAt = Date.now();
    const first = Math.max(0, this.queue.index - MOST_KEPT / 2);
    const entries = this.queue.entries.slice(first, first + MOST_KEPT);
    send("PUT", "/queue", {
      items: entries.map((entry) => entry.item.persistentID),
      index: entries.length ? this.queue.index - first : undefined, time: this.time, player: PLAYER,
    }).catch(() => {});
  }

  /** Goes back to the queue that was kept, without a sound. */
  async restore() {
    const kept = await get("/queue").catch(() => null);
    if (!kept?.items.length || this.item) return;
    this.queue = queues.replaced({ ...this.queue, shuffle: "off" }, kept.items, kept.index ?? 0);
    this.startTime = kept.time ?? 0;
    this.#describe();
    emit("track");
    emit("queue");
    emit("player");
  }

  // MARK: Loudness, sleep, media keys

  #gain(item = this.item) {
    const loudness = this.isMuted ? 0 : this.volume ** 2;
    if (!item || this.gainMode === "off") return loudness;
    const isAlbum = this.gainMode === "album";
    const gain = isAlbum ? item.replayGainAlbumGain ?? item.replayGainTrackGain : item.replayGainTrackGain ?? item.replayGainAlbumGain;
    const peak = isAlbum ? item.replayGainAlbumPeak ?? item.replayGainTrackPeak : item.replayGainTrackPeak ?? item.replayGainAlbumPeak;
    if (gain === undefined) return loudness;
    const factor = 10 ** (gain / 20);
    return loudness * (peak > 0 ? Math.min(factor, 1 / peak) : factor);
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

  #describe() {
    const { item } = this;
    if (!("mediaSession" in navigator) || !item) return;
    const cover = coverOf(item, 512);
    navigator.mediaSession.metadata = new MediaMetadata({
      title: titleOf(item), artist: artistOf(item), album: albumOf(item),
      artwork: cover ? [{ src: new URL(cover, location.href).href }] : [],
    });
    const actions = {
      play: () => this.resume(), pause: () => this.pause(), nexttrack: () => this.next(),
      previoustrack: () => this.previous(), seekto: ({ seekTime }) => this.seek(seekTime),
      seekbackward: () => this.seek(this.time - 10), seekforward: () => this.seek(this.time + 30),
    };
    for (const [name, body] of Object.entries(actions)) navigator.mediaSession.setActionHandler(name, body);
  }

  #position() {
    if (!("mediaSession" in navigator) || !(this.duration > 0)) return;
    navigator.mediaSession.setPositionState({
      duration: this.duration, position: Math.min(this.time, this.duration), playbackRate: this.#deck.audio.playbackRate,
    });
  }
}

export const player = new Player();
