// The two decks: while one plays, the other has loaded what comes next and begins as the first ends, on the very frame
// where both are exact, else by the clock.
import { Deck } from "./deck.js";
import { frameOf, rest, wake } from "./outputs.js";

/** How long before the end of a stream the next is started, in seconds: as long as an element takes to sound. */
const LEAD = 0.02;
/** How long before the end of an item what comes next is decoded, in seconds; so that mostly one item is in memory. */
const AHEAD = 60;

export class Decks {
  #decks;
  #following;
  #gainOf;
  #isPlaying = false;
  #isStarting = false;

  /**
   * @param events `{ ended, failed, changed }`, for the deck that plays.
   * @param following Gives the entry that plays when the current one is over.
   * @param gainOf Gives the factor of an item's loudness.
   */
  constructor(events, following, gainOf) {
    const current = (name) => (deck) => deck === this.current && events[name]();
    const own = { ended: current("ended"), failed: current("failed"), changed: current("changed") };
    this.#decks = [new Deck(own), new Deck(own)];
    this.#following = following;
    this.#gainOf = gainOf;
  }

  get current() {
    return this.#decks[0];
  }

  get #other() {
    return this.#decks[1];
  }

  /**
   * Makes an entry the current one, from a time on.
   *
   * @param isOver Whether the one before has ended: then the entry sounds already, if it was there in time.
   */
  begin(entry, time, isOver) {
    const isReady = this.#other.key === entry.key && !time;
    if (!isReady || !isOver) this.#other.rewind();
    if (!isReady) return this.current.load(entry, time);
    this.current.clear();
    this.#decks.reverse();
  }

  play(speed) {
    this.#isPlaying = true;
    this.current.speed = speed;
    this.adjustGain();
    this.current.play();
  }

  pause() {
    this.#halt();
    this.current.pause();
  }

  /** Ends; the current entry is at its beginning again. */
  rewind() {
    this.#halt();
    this.current.rewind();
  }

  clear() {
    this.#halt();
    for (const deck of this.#decks) deck.clear();
  }

  #halt() {
    this.#isPlaying = false;
    this.#other.rewind();
    rest();
  }

  seek(time) {
    this.current.seek(time);
    this.#other.rewind();
    this.#handOver();
  }

  adjustGain() {
    for (const deck of this.#decks) deck.setGain(this.#gainOf(deck.item));
  }

  /** Loads what comes next; to be called when that may have changed. */
  prepare() {
    if (!this.current.key) return;
    const next = this.#following();
    if (!next) this.#other.clear();
    else if (this.#other.key !== next.key) this.#other.load(next);
    this.#handOver();
  }

  /** Does what is due; to be called several times a second while something plays. */
  tick() {
    const [deck, other] = this.#decks;
    if (deck.isAtEase) deck.decode(other);
    if (deck.left < AHEAD && other.key) {
      wake(other.context);
      other.decode(deck);
    }
    this.#handOver();
  }

  get #isNextReady() {
    return this.#isPlaying && this.#other.key !== null && this.#other.key === this.#following()?.key;
  }

  #handOver() {
    const [deck, other] = this.#decks;
    if (!this.#isNextReady) return;
    this.adjustGain();
    if (!other.isExact) return this.#startSoon();
    if (deck.endFrame !== null && deck.context === other.context) return other.playAt(deck.endFrame);
    // The clocks of two contexts, and the time of a stream, are not exact.
    const { left } = deck;
    if (left < 0.6 && other.endFrame === null) other.playAt(frameOf(other.context) + Math.round(left * other.context.sampleRate));
  }

  // The end of a stream is seen some time after it has come.
  #startSoon() {
    const deck = this.current;
    if (this.#isStarting || !(deck.left < 0.6)) return;
    this.#isStarting = true;
    setTimeout(() => {
      this.#isStarting = false;
      if (deck === this.current && deck.left < LEAD * 4 && this.#isNextReady) this.#other.play();
    }, Math.max(0, deck.left - LEAD) * 1000);
  }
}
