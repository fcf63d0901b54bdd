// Plays the queue, and keeps what is to be kept of that.
import { chapterAfter, startBefore } from "./chapters.js";
import { Decks } from "./decks.js";
import { titleOf } from "./format.js";
import { bookmark, count, isResumed, keepQueue, keptQueue, QueueKeeper } from "./keeping.js";
import { Listening } from "./listening.js";
import { gainOf } from "./loudness.js";
import { describe, showState } from "./mediakeys.js";
import * as queues from "./playqueue.js";
import { SleepTimer } from "./sleeptimer.js";
import { choices, emit } from "./store.js";
import { text } from "./text.js";

class Player {
  queue = queues.emptyQueue();
  isPlaying = false;
  #sleep = new SleepTimer(() => this.pause());
  #decks = new Decks(
    { ended: () => this.#goOn(), failed: () => this.#fail(), changed: () => this.#show() },
    () => this.#following, (item) => this.#gain(item));
  #listening = new Listening();
  #failures = 0;
  #keeper = new QueueKeeper(() => keepQueue(this.queue, this.time), () => this.isPlaying);
  #ticking = 0;

  get sleep() {
    return this.#sleep.value;
  }

  get #deck() {
    return this.#decks.current;
  }

  /** The entry that plays when the current one is over. */
  get #following() {
    return this.sleep === "track" ? undefined : this.queue.entries[queues.nextIndex(this.queue, true)];
  }

  get item() {
    return queues.currentOf(this.queue)?.item ?? null;
  }

  get time() {
    return this.#deck.key ? this.#deck.time : this.startTime ?? 0;
  }

  get duration() {
    return (this.#deck.key ? this.#deck.duration : this.item?.playbackDuration) ?? 0;
  }

  get buffered() {
    return this.#deck.buffered;
  }

  get isWaiting() {
    return this.isPlaying && this.#deck.isWaiting;
  }

  get volume() {
    return choices.get("volume", 1);
  }

  set volume(value) {
    choices.set("volume", Math.min(1, Math.max(0, value)));
    choices.set("muted", false);
    this.#decks.adjustGain();
    emit("player");
  }

  get isMuted() {
    return choices.get("muted", false);
  }

  set isMuted(value) {
    choices.set("muted", value);
    this.#decks.adjustGain();
    emit("player");
  }

  get gainMode() {
    return choices.get("gain", "album");
  }

  set gainMode(mode) {
    choices.set("gain", mode);
    this.#decks.adjustGain();
  }

  get speed() {
    return choices.get("speed", 1);
  }

  set speed(value) {
    choices.set("speed", value);
    this.#deck.speed = this.#speedOf(this.item);
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
    if (this.queue.isEdited && this.queue.entries.length > 1) this.#offerUndo(text.queueReplaced);
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
    this.#offerUndo(text.queueCleared);
    this.#leave(false);
    this.#set({ ...this.queue, entries: [], index: -1 });
    this.stop();
  }

  // A queue that one has put together is not lost by a click.
  #offerUndo(words) {
    const { queue, time } = this;
    emit("undo", { words, undo: () => {
      this.#leave(false);
      this.stop();
      this.startTime = time;
      this.#set(queue);
      describe(this);
      emit("track");
    } });
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
    // Where another entry is to play now, what follows it is prepared after that.
    if (queues.currentOf(queue)?.key === this.#deck.key) this.#decks.prepare();
    emit("queue");
    emit("player");
    this.#keeper.keepSoon();
  }

  // MARK: Playing

  toggle() {
    if (!this.item) return;
    this.isPlaying ? this.pause() : this.resume();
  }

  resume() {
    if (!this.#deck.key) return this.#begin(true, this.startTime);
    this.isPlaying = true;
    this.#start();
  }

  pause() {
    this.#halt();
    this.#decks.pause();
    if (isResumed(this.item)) bookmark(this.item, this.time);
    this.#keeper.keepSoon();
    this.#show();
  }

  stop() {
    this.#halt();
    this.#decks.clear();
    this.#show();
  }

  /** The next chapter of a book, the next entry of anything else. */
  next() {
    const chapter = isResumed(this.item) ? chapterAfter(this.item, this.time) : null;
    if (chapter) return this.seek(chapter.startTime);
    const index = queues.nextIndex(this.queue);
    if (index >= 0) this.jump(index);
    return undefined;
  }

  /** The one before; the beginning of the current one where more than three seconds of it have passed. */
  previous() {
    const start = isResumed(this.item) ? startBefore(this.item, this.time) : null;
    if (start !== null) return this.seek(start);
    if (this.time > 3 || this.queue.index <= 0) return this.seek(0);
    return this.jump(queues.previousIndex(this.queue));
  }

  seek(time) {
    this.#listening.jump();
    if (!this.#deck.key) this.startTime = time;
    else this.#decks.seek(Math.min(time, Math.max(0, this.duration - 0.2)));
    emit("time");
    showState(this, this.#deck.speed);
  }

  #begin(isPlaying = true, time, isOver = false) {
    const entry = queues.currentOf(this.queue);
    if (!entry) return;
    this.isPlaying = isPlaying;
    this.#listening = new Listening();
    this.#decks.begin(entry, time ?? (isResumed(entry.item) ? entry.item.bookmarkTime ?? 0 : 0), isOver);
    this.startTime = undefined;
    if (isPlaying) this.#start();
    describe(this);
    emit("player");
    emit("track");
    this.#decks.prepare();
    this.#keeper.keepSoon();
  }

  #start() {
    this.#ticking ||= setInterval(() => this.#tick(), 250);
    otherTabs.postMessage("plays");
    this.#decks.play(this.#speedOf(this.item));
    this.#show();
  }

  #halt() {
    this.isPlaying = false;
    clearInterval(this.#ticking);
    this.#ticking = 0;
  }

  #goOn() {
    this.#failures = 0;
    this.#leave(true);
    const index = this.sleep === "track" ? -1 : queues.nextIndex(this.queue, true);
    if (index < 0) {
      this.setSleep(null);
      this.#halt();
      this.#decks.rewind();
      this.#show();
      return;
    }
    this.queue = { ...this.queue, index };
    emit("queue");
    this.#begin(true, undefined, true);
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

  #show() {
    emit("player");
    showState(this, this.#deck.speed);
  }

  #tick() {
    if (this.#listening.note(this.#deck.time, this.duration)) count(this.item, true);
    this.#decks.tick();
    emit("time");
    this.#keeper.keepNowAndThen();
  }

  // MARK: What is kept

  #leave(isOver) {
    const { item } = this;
    if (!item || !this.#deck.key) return;
    const end = this.#listening.end(isOver);
    if (end) count(item, end === "played");
    if (isResumed(item)) bookmark(item, isOver ? null : this.time);
  }

  /** Goes back to the queue that was kept, without a sound. */
  async restore() {
    const kept = await keptQueue();
    if (!kept || this.item) return;
    // A queue is not lost by a click, no matter who made it and on which device.
    this.queue = { ...queues.replaced({ ...this.queue, shuffle: "off" }, kept.items, kept.index ?? 0), isEdited: true };
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

  /** Pauses after so many minutes, at the end of the track (`"track"`), or not at all (`null`). */
  setSleep(value) {
    this.#sleep.set(value);
    this.#decks.prepare();
    emit("player");
  }
}

export const player = new Player();

// One browser plays one thing at a time.
const otherTabs = new BroadcastChannel("phonolith");
otherTabs.addEventListener("message", () => player.isPlaying && player.pause());
