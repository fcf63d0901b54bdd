// The chapters of a film or a book, by time.

const startOf = (chapter) => chapter.startTime ?? 0;

/** The chapter of a time; `null` for none. */
export const chapterAt = (item, time) => item?.chapters?.findLast((chapter) => startOf(chapter) <= time + 0.01) ?? null;

/** The chapter behind the one of a time; `null` for none. */
export const chapterAfter = (item, time) => item?.chapters?.find((chapter) => startOf(chapter) > time + 0.01) ?? null;

/**
 * Where one goes back to: the beginning of the chapter, or where no more than three seconds of it have passed, that of
 * the one before; `null` from the first.
 */
export function startBefore(item, time) {
  const chapter = item?.chapters?.findLast((chapter) => startOf(chapter) <= time - 3);
  return chapter ? startOf(chapter) : null;
}
