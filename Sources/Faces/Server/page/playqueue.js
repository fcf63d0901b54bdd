// The queue as a value: what plays, in which order, and what comes next. Knows neither sound nor page.

let keys = 0;

/** An entry: the same item can be in a queue several times. */
const entryOf = (item) => ({ key: ++keys, item, origin: keys });

export function emptyQueue() {
  return { entries: [], index: -1, repeat: "off", shuffle: "off", isEdited: false };
}

export const currentOf = (queue) => queue.entries[queue.index] ?? null;

/** A queue of other items, beginning with the one at `index`. */
export function replaced(queue, items, index = 0) {
  const next = { ...queue, shuffle: "off", isEdited: false, entries: items.map(entryOf), index: items.length ? Math.min(Math.max(index, 0), items.length - 1) : -1 };
  return queue.shuffle === "off" ? next : shuffled(next, queue.shuffle);
}

/** With items behind the current entry (`"next"`), at the end (`"end"`) or at a place. */
export function inserted(queue, items, where = "end") {
  const at = where === "end" ? queue.entries.length : where === "next" ? queue.index + 1 : where;
  const entries = queue.entries.toSpliced(at, 0, ...items.map(entryOf));
  const index = queue.index < 0 && items.length ? 0 : at <= queue.index ? queue.index + items.length : queue.index;
  return { ...queue, entries, index, isEdited: true };
}

/** With an entry elsewhere; what plays goes on playing. */
export function moved(queue, from, target) {
  const current = currentOf(queue);
  const entry = queue.entries[from];
  if (!entry) return queue;
  const entries = queue.entries.toSpliced(from, 1);
  entries.splice(Math.min(Math.max(target, 0), entries.length), 0, entry);
  return { ...queue, entries, index: entries.indexOf(current), isEdited: true };
}

/** Without an entry. Where it was the current one, the next takes its place. */
export function removed(queue, at) {
  const entries = queue.entries.toSpliced(at, 1);
  const index = at < queue.index ? queue.index - 1 : Math.min(queue.index, entries.length - 1);
  return { ...queue, entries, index, isEdited: true };
}

/** The place of the entry behind the current one; -1 where the queue ends. `isOver` asks what plays when it is over. */
export function nextIndex(queue, isOver = false) {
  if (queue.index < 0) return -1;
  if (isOver && queue.repeat === "one") return queue.index;
  if (queue.index + 1 < queue.entries.length) return queue.index + 1;
  return queue.repeat === "off" ? -1 : 0;
}

export function previousIndex(queue) {
  if (queue.index > 0) return queue.index - 1;
  return queue.repeat === "all" ? queue.entries.length - 1 : Math.min(queue.index, 0);
}

/**
 * In another order: `"songs"` mixes what comes behind the current entry, `"albums"` mixes albums and leaves each in its
 * order, `"off"` brings back the order before the first of these, with what was added since at the end.
 */
export function shuffled(queue, mode, random = Math.random) {
  // The order before shuffling is the one to come back to, moved by hand or not.
  const inOrder = queue.shuffle === "off"
    ? queue.entries.map((entry, index) => ({ ...entry, origin: index })) : [...queue.entries].sort((a, b) => a.origin - b.origin);
  const current = inOrder.find(({ key }) => key === currentOf(queue)?.key) ?? null;
  if (mode === "off" || !current) {
    return { ...queue, shuffle: mode, entries: inOrder, index: inOrder.indexOf(current) };
  }
  const rest = mode === "albums" ? inOrder : inOrder.filter((entry) => entry !== current);
  const groups = mode === "albums" ? byAlbum(rest) : rest.map((entry) => [entry]);
  for (let last = groups.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [groups[last], groups[other]] = [groups[other], groups[last]];
  }
  if (mode === "albums") {
    const own = groups.findIndex((group) => group.includes(current));
    groups.unshift(...groups.splice(own, 1));
    const entries = groups.flat();
    return { ...queue, shuffle: mode, entries, index: entries.indexOf(current) };
  }
  return { ...queue, shuffle: mode, entries: [current, ...groups.flat()], index: 0 };
}

function byAlbum(entries) {
  const groups = new Map();
  for (const entry of entries) {
    const album = entry.item.albumPersistentID ?? `alone ${entry.key}`;
    if (!groups.has(album)) groups.set(album, []);
    groups.get(album).push(entry);
  }
  return [...groups.values()];
}
