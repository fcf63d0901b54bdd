// Hears from the server what changes, while the page is seen.
import { address } from "./api.js";
import { emit } from "./store.js";

let source = null;

/** Begins to listen; `scan` and `library` are emitted. */
export function listenToLibrary() {
  const begin = () => {
    if (source || document.hidden) return;
    source = new EventSource(address("/events"));
    source.addEventListener("scan", (event) => emit("scan", JSON.parse(event.data)));
    source.addEventListener("library", (event) => emit("library", JSON.parse(event.data)));
  };
  const end = () => {
    source?.close();
    source = null;
  };
  begin();
  document.addEventListener("visibilitychange", () => (document.hidden ? end() : begin()));
}
