// One of the two places that sound comes from. An item sounds at once, as a stream; when all its samples are decoded
// these take over, unheard, and from then on it is known on which frame the item ends.
import { find, listen } from "./alignment.js";
import { decode } from "./decoding.js";
import { canBeWhole, rateOf } from "./forms.js";
import { contextFor, frameOf, wake } from "./outputs.js";
import { Samples } from "./samples.js";
import { Stream } from "./stream.js";

/** How long stream and samples, which are the same, sound together, in seconds. */
const FADE = 0.01;
/** How long before the samples take over their place is computed, in seconds: longer than a context renders ahead. */
const NOTICE = 0.2;
/** How often the place of a stream is looked for in the samples, in vain. */
const MOST_SEARCHES = 20;

export class Deck {
  item = null;
  key = null;
  #events;
  #output = null;
  #stream = null;
  #samples = null;
  #isExact = false;
  #isWanted = false;
  #isListening = false;
  #searches = 0;
  #decoding = null;
  #turn = 0;

  /** @param events `{ ended, failed, changed }`, each called with the deck. */
  constructor(events) {
    this.#events = events;
  }

  get context() {
    return this.#output?.context ?? null;
  }

  /** The time in the item, in seconds. The server sends just the item, also where the tracks of a cue sheet share a file. */
  get time() {
    if (this.#isExact) return this.#samples.place / this.context.sampleRate;
    return this.#stream?.audio.currentTime ?? 0;
  }

  get duration() {
    const own = this.item?.playbackDuration;
    if (own) return own;
    const length = this.#stream?.audio.duration;
    return Number.isFinite(length) ? length : 0;
  }

  /** How much of the item has arrived, in seconds from its beginning. */
  get buffered() {
    if (this.#samples) return this.duration;
    return this.#stream?.buffered ?? 0;
  }

  get isWaiting() {
    return !this.#isExact && this.#stream?.audio.readyState < 3;
  }

  get speed() {
    return this.#stream?.audio.playbackRate ?? 1;
  }

  set speed(value) {
    if (!this.#stream) return;
    // The default one is that of the next source, in another form for example.
    this.#stream.audio.defaultPlaybackRate = this.#stream.audio.playbackRate = value;
  }

  /** How long the item still sounds, in seconds of the clock. */
  get left() {
    if (this.#isExact) return (this.#samples.buffer.length - this.#samples.place) / this.context.sampleRate;
    const { duration = NaN, currentTime, playbackRate } = this.#stream?.audio ?? {};
    return (duration - currentTime) / playbackRate;
  }

  /** Whether it begins and ends on the frames that it is told, and tells. */
  get isExact() {
    return this.#isExact;
  }

  /** The frame of the context behind the item's last sample; `null` where it is not known. */
  get endFrame() {
    return this.#isExact ? this.#samples.endFrame : null;
  }

  load(entry, time = 0) {
    this.clear();
    this.item = entry.item;
    this.key = entry.key;
    this.#sitOn(contextFor(rateOf(entry.item)));
    this.#stream.load(entry.item, time);
  }

  // An element that is connected to a context stays with it.
  #sitOn(context) {
    if (this.context === context) return;
    this.#output?.disconnect();
    this.#output = context.createGain();
    this.#output.connect(context.destination);
    // The end of a stream that samples have taken over from concerns no one.
    const pass = (name) => () => this.#isExact || this.#events[name](this);
    this.#stream = new Stream(this.#output, { ended: pass("ended"), failed: pass("failed"), changed: pass("changed") });
  }

  clear() {
    this.#turnOver();
    this.#decoding?.abort();
    this.#samples?.stop();
    this.#stream?.clear();
    this.#decoding = this.#samples = this.item = this.key = null;
    this.#isExact = this.#isWanted = false;
    this.#searches = 0;
  }

  // The item before is no guide to the next.
  #turnOver() {
    this.#turn += 1;
    this.#isListening = false;
  }

  seek(time) {
    this.#turnOver();
    this.#useSamples();
    if (!this.#isExact) return void (this.#stream.audio.currentTime = Math.max(0, time));
    this.#samples.place = time * this.context.sampleRate;
    if (this.#isWanted) this.#samples.start();
  }

  /** Sounds from where it is. */
  play() {
    this.#isWanted = true;
    wake(this.context);
    if (!this.#isExact) return void this.#stream.play();
    if (this.#samples.startFrame === null) this.#samples.start();
  }

  /** Sounds from its beginning on, from a frame of its context. */
  playAt(frame) {
    if (this.#samples.startFrame === frame) return;
    this.#isWanted = true;
    this.#samples.place = 0;
    this.#samples.start(frame);
  }

  pause() {
    this.#isWanted = false;
    this.#turnOver();
    this.#stream?.pause();
    this.#samples?.stop();
    this.#useSamples();
  }

  /** Is as before it was played. */
  rewind() {
    if (!this.#isWanted) return;
    this.pause();
    this.seek(0);
  }

  /** @param gain A factor; above 1 it is louder than the file. */
  setGain(gain) {
    if (this.#output) this.#output.gain.value = gain;
  }

  // MARK: Samples

  /** Whether so much of the stream is there that other requests do not make it falter. */
  get isAtEase() {
    return this.#isExact || this.#stream?.audio.readyState === 4;
  }

  /**
   * Gets the samples, and lets them take over as soon as possible.
   *
   * @param other The other deck, whose samples serve where it has the same item.
   */
  async decode(other) {
    if (this.#samples) return this.#takeOver();
    const { item } = this;
    if (this.#decoding || !canBeWhole(item)) return;
    const { signal } = (this.#decoding = new AbortController());
    const isSame = other.#samples && other.item.persistentID === item.persistentID;
    // Where it fails, the item remains a stream.
    const buffer = isSame ? other.#samples.buffer : await decode(item, this.context.sampleRate, signal).catch(() => null);
    if (!buffer || signal.aborted) return;
    this.#samples = new Samples(buffer, this.#output, () => this.#events.ended(this));
    if (!this.#isWanted) this.#useSamples();
  }

  // Without a sound nobody hears that the place is not exact.
  #useSamples() {
    if (!this.#samples || this.#isExact) return;
    this.#samples.place = this.time * this.context.sampleRate;
    this.#isExact = true;
    this.#stream.clear();
  }

  async #takeOver() {
    if (this.#isExact) return this.#dropStream();
    const { context } = this;
    if (!this.#isWanted || this.#isListening || this.#searches > MOST_SEARCHES) return;
    const turn = this.#turn;
    this.#isListening = true;
    const heard = await listen(this.#stream.source);
    if (turn !== this.#turn) return;
    this.#isListening = false;
    if (!heard) return;
    this.#searches += 1;
    const { sampleRate } = context;
    const around = Math.round(this.time * sampleRate) - (frameOf(context) - heard.frame);
    const found = find(heard.samples, this.#samples.buffer.getChannelData(0), around, sampleRate / 2);
    const frame = frameOf(context) + Math.round(NOTICE * sampleRate);
    const place = found + frame - heard.frame;
    if (found === null || place >= this.#samples.buffer.length) return;
    this.#samples.place = place;
    this.#samples.start(frame, FADE);
    this.#stream.fadeOut(frame / sampleRate, FADE);
    this.#isExact = true;
    this.#events.changed(this);
  }

  // Frees what it holds, when it is not heard any more.
  #dropStream() {
    if (frameOf(this.context) > this.#samples.startFrame + this.context.sampleRate) this.#stream.clear();
  }
}
