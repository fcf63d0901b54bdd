// Ends playing for those who fall asleep to it.

export class SleepTimer {
  /** In how many minutes it was set to end, `"track"` for the end of the track, `null` for not at all. */
  value = null;
  #end;
  #timeout = 0;

  /** @param end Called when the minutes are over. */
  constructor(end) {
    this.#end = end;
  }

  set(value) {
    clearTimeout(this.#timeout);
    this.value = value;
    if (typeof value !== "number") return;
    this.#timeout = setTimeout(() => {
      this.value = null;
      this.#end();
    }, value * 60000);
  }
}
