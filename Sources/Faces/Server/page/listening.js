// When an item counts as played or skipped, by the rules of the player: half of it or four minutes were heard, or its
// end was reached; left within its first 20 heard seconds, it was skipped.

export class Listening {
  heard = 0;
  isCounted = false;
  #last = null;

  /** Notes where playing is; a jump is not heard. Returns whether the item counts as played from now on. */
  note(time, duration) {
    const step = this.#last === null ? 0 : time - this.#last;
    this.#last = time;
    if (step > 0 && step < 3) this.heard += step;
    const needed = duration > 0 ? Math.min(duration / 2, 240) : 240;
    if (this.isCounted || this.heard < needed) return false;
    return (this.isCounted = true);
  }

  /** Notes a jump. */
  jump() {
    this.#last = null;
  }

  /** The item's fate when it is left: `"played"`, `"skipped"`, or `null` for neither. */
  end(isOver) {
    if (this.isCounted) return null;
    if (isOver) return "played";
    return this.heard > 0 && this.heard < 20 ? "skipped" : null;
  }
}
