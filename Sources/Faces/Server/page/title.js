// The title of the window: what plays, as long as it plays, else the view.
import { artistOf, titleOf } from "./format.js";
import { player } from "./speakers.js";
import { on } from "./store.js";

let view = "";

/** The title for a view and what plays; `null` for either that is not there. */
export function titleFor(view, item) {
  const playing = item ? [titleOf(item), artistOf(item)].filter(Boolean).map((part) => part.slice(0, 100)).join(" · ") : "";
  return [playing || view, "Phonolith"].filter(Boolean).join(" – ");
}

const update = () => {
  document.title = titleFor(view, player.isPlaying ? player.item : null);
};

/** Names the view that is shown. */
export function setTitle(words) {
  view = words ?? "";
  update();
}

for (const event of ["player", "track"]) on(event, update);
