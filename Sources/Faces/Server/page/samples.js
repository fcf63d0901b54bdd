// The decoded samples of an item: they begin on the very frame of a context that one names, and so it is known on which
// frame they end. All places and lengths are in frames.
import { frameOf } from "./outputs.js";

/** How far ahead of its clock a context is, in seconds: what begins sooner begins late. */
const LEAD = 0.05;

export class Samples {
  /** The frame of the context on which they begin; `null` while they are stopped. */
  startFrame = null;
  #offset = 0;
  #node = null;
  #output;
  #ended;

  /**
   * @param output The node that they sound through.
   * @param ended Called when they have sounded to their end.
   */
  constructor(buffer, output, ended) {
    this.buffer = buffer;
    this.#output = output;
    this.#ended = ended;
  }

  /** The frame of the context behind the last sample; `null` while they are stopped. */
  get endFrame() {
    return this.startFrame === null ? null : this.startFrame + this.buffer.length - this.#offset;
  }

  /** How many frames of the item lie behind. */
  get place() {
    const passed = this.startFrame === null ? 0 : Math.max(0, frameOf(this.#output.context) - this.startFrame);
    return Math.min(this.#offset + passed, this.buffer.length);
  }

  /** Chooses where they begin when they are started next. */
  set place(value) {
    this.stop();
    this.#offset = Math.min(Math.max(0, Math.round(value)), this.buffer.length);
  }

  /** Begins on a frame of the context, as soon as possible if none is given, rising from silence for `fade` seconds. */
  start(when = null, fade = 0) {
    this.stop();
    const { context } = this.#output;
    const { sampleRate } = context;
    const frame = when ?? frameOf(context) + Math.round(LEAD * sampleRate);
    const gate = context.createGain();
    const node = context.createBufferSource();
    node.buffer = this.buffer;
    node.connect(gate).connect(this.#output);
    if (fade > 0) {
      gate.gain.setValueAtTime(0, frame / sampleRate);
      gate.gain.linearRampToValueAtTime(1, frame / sampleRate + fade);
    }
    node.onended = () => this.#end(node);
    node.start(frame / sampleRate, this.#offset / sampleRate);
    this.#node = node;
    this.startFrame = frame;
  }

  /** Falls silent; the place is kept. */
  stop() {
    if (!this.#node) return;
    this.#offset = this.place;
    this.startFrame = null;
    this.#node.onended = null;
    this.#node.stop();
    this.#node.disconnect();
    this.#node = null;
  }

  #end(node) {
    if (node !== this.#node) return;
    this.stop();
    this.#ended();
  }
}
