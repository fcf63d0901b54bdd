// The small pictures of a film by which one finds a place in it.
import { address } from "./api.js";
import { el } from "./dom.js";

const CUE = /(\d+):(\d+):(\d+\.\d+) --> .*\n(.+)#xywh=(\d+),(\d+),(\d+),(\d+)/g;

/** A view of the picture of a time: `{ element, show(time) }`. The pictures are asked for when the first is wanted. */
export function spritesOf(item, signal) {
  const element = el("span", { class: "sprite", hidden: true });
  const folder = address(`/items/${item.persistentID}/`);
  let cues = null;
  let wanted = null;

  const load = async () => {
    cues = [];
    try {
      const answer = await fetch(`${folder}sprites`, { signal });
      const track = answer.ok ? await answer.text() : "";
      cues = [...track.matchAll(CUE)].map(([, hours, minutes, seconds, sheet, ...box]) => ({
        start: hours * 3600 + minutes * 60 + Number(seconds), sheet, box: box.map(Number),
      }));
    } catch {
      // Without pictures the time alone is shown.
    }
    if (wanted !== null) show(wanted);
  };

  function show(time) {
    wanted = time;
    if (!cues) return void load();
    const cue = cues.findLast(({ start }) => start <= time + 0.001) ?? cues[0];
    element.hidden = !cue;
    if (!cue) return;
    const [x, y, width, height] = cue.box;
    element.dataset.time = cue.start;
    element.style.setProperty("width", `${width}px`);
    element.style.setProperty("height", `${height}px`);
    element.style.setProperty("background-image", `url("${folder}${cue.sheet}")`);
    element.style.setProperty("background-position", `-${x}px -${y}px`);
  }
  return { element, show };
}
