// Hears from the server what changes, while the page is seen; notices when the server is gone, and when it is back.
import { address, get } from "./api.js";
import { emit, on, session } from "./store.js";

/** How long is waited before the server is asked again, in milliseconds: longer each time. */
const WAITS = [500, 1000, 2000, 4000, 8000];

let source = null;
let timer = 0;
let attempts = 0;
let isListening = false;
let isLost = false;

function begin() {
  clearTimeout(timer);
  if (source || document.hidden || !session.current) return;
  source = new EventSource(address("/events"));
  source.addEventListener("open", () => {
    if (!attempts) return;
    attempts = 0;
    if (isLost) emit("connection", true);
    isLost = false;
    // Events of the time between are not sent.
    emit("library", {});
  });
  source.addEventListener("scan", (event) => emit("scan", JSON.parse(event.data)));
  source.addEventListener("library", (event) => emit("library", JSON.parse(event.data)));
  source.addEventListener("error", lose);
}

// The browser tries again after some failures and not after others; so the page does it always.
function lose() {
  end();
  timer = setTimeout(async () => {
    // A server that is there and does not know the session any more leads to the login.
    await get("/session").catch((error) => {
      if (error.status !== 0 || isLost) return;
      isLost = true;
      emit("connection", false);
    });
    begin();
  }, WAITS[Math.min(attempts, WAITS.length - 1)]);
  attempts += 1;
}

function end() {
  clearTimeout(timer);
  source?.close();
  source = null;
}

/** Begins to listen; `scan`, `library` and `connection` are emitted. */
export function listenToLibrary() {
  begin();
  if (isListening) return;
  isListening = true;
  document.addEventListener("visibilitychange", () => (document.hidden ? end() : begin()));
  addEventListener("online", () => {
    if (!source) begin();
  });
  on("leave", end);
}
