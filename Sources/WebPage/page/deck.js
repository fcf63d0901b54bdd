// One of the two places that sound comes from: an audio element with its gain. While one plays, the other has loaded
// what comes next.
import { streamOf } from "./api.js";

export class Deck {
  item = null;
  key = null;
  /** Whether it shall sound as soon as it can. */
  isWanted = false;
  #context = null;
  #gain = null;
  #triedOther = false;

  /** @param events `{ ended, failed, changed, time }`, each called with the deck. */
  constructor(events) {
    this.events = events;
    this.audio = new Audio();
    this.audio.preload = "auto";
    this.audio.addEventListener("ended", () => events.ended(this));
    this.audio.addEventListener("error", () => this.#fail());
    this.audio.addEventListener("timeupdate", () => events.time(this));
    for (const name of ["play", "pause", "waiting", "playing", "durationchange"]) {
      this.audio.addEventListener(name, () => events.changed(this));
    }
  }

  // The server sends just the item, also where the tracks of a cue sheet share a file.
  get time() {
    return this.audio.currentTime;
  }

  get duration() {
    const own = this.item?.playbackDuration;
    if (own) return own;
    return Number.isFinite(this.audio.duration) ? this.audio.duration : 0;
  }

  /** How much of the item has arrived, in seconds from its beginning. */
  get buffered() {
    const { buffered, currentTime } = this.audio;
    for (let index = 0; index < buffered.length; index++) {
      if (buffered.start(index) <= currentTime + 0.1 && buffered.end(index) >= currentTime) {
        return buffered.end(index);
      }
    }
    return 0;
  }

  /** How long the item still sounds, in seconds of the clock. */
  get left() {
    return (this.audio.duration - this.audio.currentTime) / this.audio.playbackRate;
  }

  load(entry, time = 0) {
    this.item = entry.item;
    this.key = entry.key;
    this.#triedOther = false;
    this.audio.src = streamOf(entry.item);
    this.seek(time);
  }

  clear() {
    this.audio.pause();
    this.audio.removeAttribute("src");
    this.item = this.key = null;
  }

  seek(time) {
    this.audio.currentTime = Math.max(0, time);
  }

  async play(context, gain) {
    this.#connect(context);
    this.setGain(gain);
    try {
      await this.audio.play();
    } catch (error) {
      // A later load or pause interrupts an earlier play; what cannot be played has its own event.
      if (error.name === "NotAllowedError") this.events.changed(this);
    }
  }

  /** @param gain A factor; above 1 it is louder than the file. */
  setGain(gain) {
    if (this.#gain) this.#gain.gain.value = gain;
  }

  // An element that is connected to a context sounds only through it; so this is done at the first sound.
  #connect(context) {
    if (this.#context || !context) return;
    this.#context = context;
    this.#gain = context.createGain();
    context.createMediaElementSource(this.audio).connect(this.#gain);
    this.#gain.connect(context.destination);
  }

  // What the browser cannot decode may be had in a form that all of them can.
  #fail() {
    if (!this.item) return;
    if (this.#triedOther) return this.events.failed(this);
    this.#triedOther = true;
    const wasPlaying = this.isWanted;
    this.audio.src = streamOf(this.item) + "?format=mp3";
    if (wasPlaying) this.audio.play().catch(() => {});
  }
}
