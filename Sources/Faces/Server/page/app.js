// Begins: finds out who is logged in, and shows either the login or the page around the views.
import { get, useSession, whenLoggedOut } from "./api.js";
import { playerBar } from "./bar.js";
import { attempt, say } from "./dialog.js";
import { el, fill } from "./dom.js";
import { listenToLibrary } from "./events.js";
import { useKeys } from "./keys.js";
import { keepPlayingFresh, keepViewFresh } from "./live.js";
import { rail, searchBox } from "./rail.js";
import { again, go, place, start } from "./router.js";
import "./routes.js";
import { endSound, restoreSound } from "./speakers.js";
import { failed, loading } from "./states.js";
import { emit, on, session } from "./store.js";
import { text } from "./text.js";
import { setTitle } from "./title.js";

const view = el("main", { id: "view", tabIndex: -1 });
let leaving = new AbortController();
let isShell = false;

/** The page around the views; nothing of it where nobody is logged in, and in the picker. */
function shell(isBare) {
  if (isShell === !isBare && view.isConnected) return;
  isShell = !isBare;
  document.body.className = isBare ? "bare" : "";
  const parts = isBare
    ? [view]
    : [el("a", { class: "skip", href: "#view", onclick: (event) => { event.preventDefault(); view.focus(); } }, text.skip),
      rail(), el("header", { id: "top" }, searchBox()), view, playerBar()];
  fill(document.body, el("div", { id: "app" }, parts), el("div", { id: "messages", role: "status", "aria-live": "polite" }));
}

async function show(found, { path, top }) {
  leaving.abort();
  leaving = new AbortController();
  const { signal } = leaving;
  const isOpen = path === "/setup" || path === "/login";
  if (!session.current && !isOpen) return go("/login?next=" + encodeURIComponent(path + location.search), { replacing: true });
  shell(isOpen || path === "/pick");
  markPlace(path);
  const slow = setTimeout(() => fill(view, loading(found?.view.placeholder ?? "list")), 120);
  const own = new AbortController();
  signal.addEventListener("abort", () => own.abort());
  const make = (signal) => found.view({ ...found.values, query: place().query, signal, view });
  try {
    if (!found) throw Object.assign(new Error(), { status: 404 });
    const content = await make(own.signal);
    if (signal.aborted) return;
    clearTimeout(slow);
    put(content.element ?? content, content.title);
    content.shown?.();
    if (found.view.isLive !== false) keepViewFresh(content, make, { own, signal, isLive: found.view.isLive });
    view.scrollTop = top;
    if (!document.activeElement || document.activeElement === document.body) view.focus({ preventScroll: true });
  } catch (error) {
    clearTimeout(slow);
    if (error.name === "AbortError" || signal.aborted) return;
    if (!error.status && !(error.status === 0)) console.error(error);
    put(failed(error), error.status === 404 ? text.notFound : text.failed);
  }
}

/** Puts a view in its place. One that is nothing but a state has a heading for those who do not see it. */
function put(element, title) {
  fill(view, element);
  if (!view.querySelector("h1")) view.prepend(el("h1", { class: "hidden" }, title ?? "Phonolith"));
  setTitle(title);
}

function markPlace(path) {
  for (const link of document.querySelectorAll("nav a[data-path]")) {
    const own = link.dataset.path;
    const isHere = own === "/" ? path === "/" : path === own || path.startsWith(own + "/");
    if (isHere) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
}

/** Says that the server is gone, as long as it is; a view that could not be read is tried again when it is back. */
function showConnection(isThere) {
  document.querySelector("#offline")?.remove();
  if (!isThere) return document.body.append(el("p", { id: "offline", role: "alert" }, text.connectionLost));
  say(text.connectedAgain);
  return view.querySelector(".state[role=alert]") ? again() : undefined;
}

/** Takes over a session that has just begun. */
export function enter(found, path) {
  session.current = found;
  useSession(found);
  restoreSound();
  listenToLibrary();
  go(path, { replacing: true });
}

whenLoggedOut(() => {
  if (!session.current) return;
  session.current = null;
  emit("leave");
  endSound();
  const { path } = place();
  go("/login?next=" + encodeURIComponent(path), { replacing: true });
});
on("message", (words) => say(words));
on("undo", ({ words, undo }) => say(words, undo));
on("enter", ({ session: found, path }) => enter(found, path));
on("again", again);
on("connection", showConnection);
keepPlayingFresh();
useKeys();

try {
  session.current = await get("/session", {}, { quiet: true });
  useSession(session.current);
  restoreSound();
  listenToLibrary();
} catch (error) {
  if (error.status !== 401) await attempt(() => Promise.reject(error));
}
start(show);
