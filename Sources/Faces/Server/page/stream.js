// An item as a stream: an audio element, which sounds at once and seeks anywhere.
import { refuse, addressToPlay } from "./forms.js";

export class Stream {
  #item = null;
  #isWanted = false;
  #events;
  #gate;

  /**
   * @param output The node that it sounds through.
   * @param events `{ ended, failed, changed }`.
   */
  constructor(output, events) {
    this.#events = events;
    this.audio = new Audio();
    this.audio.preload = "auto";
    this.audio.addEventListener("ended", () => events.ended());
    this.audio.addEventListener("error", () => this.#fail());
    for (const name of ["play", "pause", "waiting", "playing", "durationchange"]) {
      this.audio.addEventListener(name, () => events.changed());
    }
    this.#gate = output.context.createGain();
    this.source = output.context.createMediaElementSource(this.audio);
    this.source.connect(this.#gate).connect(output);
  }

  load(item, time) {
    this.#item = item;
    this.#isWanted = false;
    this.#gate.gain.cancelScheduledValues(0);
    this.#gate.gain.value = 1;
    this.audio.src = addressToPlay(item);
    this.audio.currentTime = time;
  }

  clear() {
    if (!this.#item) return;
    this.#item = null;
    this.audio.pause();
    this.audio.removeAttribute("src");
    this.audio.load();
  }

  async play() {
    this.#isWanted = true;
    try {
      await this.audio.play();
    } catch (error) {
      // A later load or pause interrupts an earlier play; what cannot be played has its own event, perhaps long ago.
      if (this.audio.error) this.#events.failed();
      else if (error.name === "NotAllowedError") this.#events.changed();
    }
  }

  pause() {
    this.#isWanted = false;
    this.audio.pause();
  }

  /** Falls silent at a time of the context, within `fade` seconds. */
  fadeOut(time, fade) {
    this.#gate.gain.setValueAtTime(1, time);
    this.#gate.gain.linearRampToValueAtTime(0, time + fade);
  }

  /** How much has arrived without a gap, in seconds from the beginning. */
  get buffered() {
    const { buffered, currentTime } = this.audio;
    for (let index = 0; index < buffered.length; index++) {
      if (buffered.start(index) <= currentTime + 0.1 && buffered.end(index) >= currentTime) return buffered.end(index);
    }
    return 0;
  }

  #fail() {
    if (!this.#item) return;
    if (!refuse(this.#item)) return this.#events.failed();
    const { currentTime } = this.audio;
    this.audio.src = addressToPlay(this.#item);
    this.audio.currentTime = currentTime;
    if (this.#isWanted) this.play();
  }
}
