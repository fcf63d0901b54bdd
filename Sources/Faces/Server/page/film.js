// A video that can be sought: its own file where the browser plays it, else what the server makes of it. That begins
// where one asks, so that seeking to what has not arrived asks again.
import { address, streamOf } from "./api.js";
import { el } from "./dom.js";
import { filmLimit, isAboveLimit } from "./forms.js";

const SOUNDS = { aac: "mp4a.40.2", mp3: "mp3", opus: "opus", vorbis: "vorbis", flac: "flac", ac3: "ac-3", eac3: "ec-3" };
const PICTURES = { h264: "avc1.640028", hevc: "hvc1.1.6.L93.B0", vp8: "vp8", vp9: "vp09.00.10.08", av1: "av01.0.04M.08" };
const CONTAINERS = ["mp4", "mov", "matroska", "webm", "ogg"];

/** Whether the browser plays the file of a video, as far as that is known before it tries. */
function isPlayable(item, video) {
  const plays = (codec) => codec !== undefined && ["video/mp4", "video/webm"].some((type) => video.canPlayType(`${type}; codecs="${codec}"`));
  return CONTAINERS.includes(item.container) && plays(PICTURES[item.videoCodec]) && (!item.codec || plays(SOUNDS[item.codec]));
}

export class Film {
  /** Where what plays begins in the film, in seconds. */
  #start = 0;
  #isMade;
  #wanted = null;
  #timer = 0;

  /** @param failed Called when neither the file nor another form can be played. */
  constructor(item, { failed }) {
    this.item = item;
    this.video = el("video", { playsInline: true, tabIndex: -1, poster: address(`/items/${item.persistentID}/thumbnail`, { time: Math.min(5, (item.playbackDuration ?? 0) / 2), size: 1200 }) });
    this.#isMade = !isPlayable(item, this.video) || isAboveLimit(item);
    // The server makes nothing before one wants to see it.
    this.video.preload = this.#isMade ? "none" : "metadata";
    this.video.addEventListener("error", () => {
      if (!this.video.hasAttribute("src")) return;
      if (this.#isMade) return failed();
      const { time } = this;
      this.#isMade = true;
      this.#load(time, this.isWanted);
    });
    for (const name of ["seeked", "loadedmetadata"]) this.video.addEventListener(name, () => this.#timer || (this.#wanted = null));
  }

  /** Whether it shall play, or does. */
  isWanted = false;

  /** Called when the element begins at another time of the film. */
  onStart = () => {};

  /** At which time of the film the element begins, in seconds. */
  get start() {
    return this.#start;
  }

  /** Whether the server converts it. */
  get isMade() {
    return this.#isMade;
  }

  get time() {
    return this.#wanted ?? this.#start + this.video.currentTime;
  }

  get duration() {
    const { duration } = this.video;
    return !this.#isMade && Number.isFinite(duration) ? duration : this.item.playbackDuration ?? 0;
  }

  /** How far it has arrived, in seconds of the film. */
  get buffered() {
    const { buffered, currentTime } = this.video;
    for (let index = 0; index < buffered.length; index++) {
      if (buffered.start(index) <= currentTime + 0.1 && buffered.end(index) >= currentTime) return this.#start + buffered.end(index);
    }
    return this.#start;
  }

  /** Shows the picture at a time, and waits there. */
  begin(time) {
    this.#load(time, false);
  }

  async play() {
    this.isWanted = true;
    // The server's stream begins where one has sought to, not at the beginning of the film.
    if (this.#isMade && this.video.ended) return this.#load(0, true);
    try {
      await this.video.play();
    } catch {
      // A later load or pause interrupts it; what cannot be played has its own event.
    }
    return undefined;
  }

  pause() {
    this.isWanted = false;
    this.video.pause();
  }

  toggle() {
    if (this.video.paused) this.play();
    else this.pause();
  }

  seek(time) {
    const target = Math.min(Math.max(0, time), Math.max(0, this.duration - 0.2));
    this.#wanted = target;
    clearTimeout(this.#timer);
    this.#timer = 0;
    const isHere = !this.#isMade || (target >= this.#start && target <= this.buffered && this.video.readyState > 0);
    if (isHere) this.video.currentTime = target - this.#start;
    // Keys that are held seek many times: only the last is asked for.
    else this.#timer = setTimeout(() => this.#load(target, this.isWanted), 250);
    this.video.dispatchEvent(new Event("timeupdate"));
  }

  /** Ends it, and what the server makes of it. */
  close() {
    clearTimeout(this.#timer);
    this.video.pause();
    this.video.removeAttribute("src");
    this.video.load();
  }

  #load(time, isPlaying) {
    this.#timer = 0;
    this.#wanted = time || null;
    this.#start = this.#isMade ? time : 0;
    this.video.src = this.#isMade ? streamOf(this.item, { format: "mp4", time, bitRate: filmLimit() }) : streamOf(this.item);
    this.onStart();
    if (!this.#isMade && time) this.video.currentTime = time;
    if (isPlaying) this.play();
  }
}
