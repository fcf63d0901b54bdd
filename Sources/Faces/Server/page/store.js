// State that several parts of the page share, and its subscribers.

const listeners = new Map();

/** Calls back at each event of a name, until the signal is aborted. */
export function on(name, body, signal) {
  if (!listeners.has(name)) listeners.set(name, new Set());
  listeners.get(name).add(body);
  signal?.addEventListener("abort", () => listeners.get(name).delete(body));
}

export function emit(name, value) {
  for (const body of [...(listeners.get(name) ?? [])]) body(value);
}

/** The user who is logged in; `null` for nobody. */
export const session = { current: null };

/** Choices of this browser, which outlive the page. */
export const choices = {
  get(key, standard) {
    try {
      return JSON.parse(localStorage.getItem("phonolith." + key)) ?? standard;
    } catch {
      return standard;
    }
  },
  set(key, value) {
    try {
      localStorage.setItem("phonolith." + key, JSON.stringify(value));
    } catch {
      // A browser that keeps nothing forgets the choice, and plays all the same.
    }
  },
};
