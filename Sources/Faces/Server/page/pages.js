// A list of any length, of which only the pages around what is on screen are held.
import { get, tokenAfter } from "./api.js";

const SIZE = 100;
const MOST = 12;
// Dragging the scroll bar passes thousands of pages: at most this many are requested at once, then those on screen.
const AT_ONCE = 2;

export class Pages {
  total = 0;
  #pages = new Map();
  #tokens = new Map();
  #asked = new Map();
  #last = 0;

  /** @param signal Ends all requests when the view is left. */
  constructor(path, query, signal) {
    this.path = path;
    this.query = query;
    this.signal = signal;
  }

  /** Reads the first page, and with it how many there are. */
  async begin() {
    await this.#load(0);
    return this;
  }

  /** The item at a place; `undefined` while it is on its way. `changed` is called when it has come. */
  at(index, changed) {
    const number = Math.floor(index / SIZE);
    const page = this.#pages.get(number);
    this.#last = number;
    if (page) return page[index % SIZE];
    if (!this.#asked.has(number) && this.#asked.size < AT_ONCE) this.#load(number).then(changed, () => {});
    return undefined;
  }

  /** The items of a stretch, for what plays from there. */
  async slice(first, count) {
    const items = [];
    for (let offset = first; offset < Math.min(first + count, this.total); offset += 500) {
      const limit = Math.min(500, first + count - offset);
      items.push(...(await get(this.path, { ...this.query, offset, limit })).items);
    }
    return items;
  }

  /** Reads again what was asked for last, and forgets the rest. Returns whether anything is different. */
  async renew() {
    const numbers = [this.#last - 1, this.#last, this.#last + 1].filter((number) => this.#pages.has(number));
    const was = JSON.stringify([this.total, numbers.map((number) => this.#pages.get(number))]);
    const answers = await Promise.all((numbers.length ? numbers : [0]).map((number) =>
      get(this.path, { ...this.query, limit: SIZE, offset: number * SIZE || undefined }, { signal: this.signal })));
    const total = answers[0].total;
    if (was === JSON.stringify([total, answers.map((page) => page.items)])) return false;
    this.total = total;
    this.#pages = new Map(answers.map((page, index) => [numbers[index] ?? 0, page.items]));
    this.#tokens = new Map(answers.map((page, index) => [numbers[index] ?? 0, tokenAfter(page)]));
    return true;
  }

  async #load(number) {
    // Behind a page that is known the server seeks; to any other place it counts.
    const after = this.#tokens.get(number - 1);
    const from = after ? { after } : { offset: number * SIZE || undefined };
    const asked = get(this.path, { ...this.query, limit: SIZE, ...from }, { signal: this.signal });
    this.#asked.set(number, asked);
    try {
      const page = await asked;
      this.total = page.total;
      this.#pages.set(number, page.items);
      this.#tokens.set(number, tokenAfter(page));
      this.#forget(number);
    } finally {
      this.#asked.delete(number);
    }
  }

  #forget(near) {
    while (this.#pages.size > MOST) {
      const farthest = [...this.#pages.keys()].reduce((a, b) => (Math.abs(a - near) > Math.abs(b - near) ? a : b));
      this.#pages.delete(farthest);
      this.#tokens.delete(farthest);
    }
  }
}
