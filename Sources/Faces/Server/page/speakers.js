// Where the sound is: in this browser, or on the server. Whoever plays uses `player`, which is the one that was chosen.
import { iconButton, menu, say } from "./dialog.js";
import { jukebox } from "./jukebox.js";
import { player as browser } from "./player.js";
import { choices, emit, on, session } from "./store.js";
import { text } from "./text.js";

let chosen = browser;

/** The player that was chosen. */
export const player = new Proxy({}, {
  get: (_, name) => (typeof chosen[name] === "function" ? chosen[name].bind(chosen) : chosen[name]),
  set: (_, name, value) => Reflect.set(chosen, name, value),
});

function change(speaker) {
  chosen = speaker;
  choices.set("speaker", speaker.isRemote ? "server" : "browser");
  for (const event of ["queue", "track", "player", "time"]) emit(event);
}

const partsOf = ({ queue, time }) => [queue.entries.map(({ item }) => item), Math.max(0, queue.index), time];

/** Goes on on the server with what plays here; where nothing does, with what the server has. */
async function useServer() {
  try {
    await jukebox.follow();
  } catch (error) {
    return say(error.message);
  }
  const moves = browser.item && (browser.isPlaying || !jukebox.item);
  const parts = partsOf(browser);
  const wasPlaying = browser.isPlaying;
  browser.pause();
  change(jukebox);
  if (!moves) return undefined;
  await jukebox.play(...parts);
  return wasPlaying ? undefined : jukebox.pause();
}

/** Goes on here with what the server plays; where nothing does, with what was here. */
function useBrowser() {
  const parts = partsOf(jukebox);
  const moves = jukebox.item && jukebox.isPlaying;
  if (moves) jukebox.pause();
  jukebox.stop();
  change(browser);
  if (!moves) return;
  browser.play(parts[0], parts[1]);
  browser.seek(parts[2]);
}

const mayUseServer = () => session.current?.rights?.includes("jukebox");

/** Finds the queue that was kept here, and follows the server where that was chosen. */
export function restoreSound() {
  browser.restore();
  if (choices.get("speaker", "browser") === "server" && mayUseServer()) jukebox.follow().then(() => change(jukebox), () => {});
}

/** Ends the sound of this browser; that of the server goes on. */
export function endSound() {
  browser.stop();
  jukebox.stop();
  chosen = browser;
}

/** Where on the server it plays, to choose from; nothing while it plays here, or where there is no choice. */
async function outputEntries() {
  if (chosen !== jukebox) return [];
  const outputs = await jukebox.allOutputs().catch(() => []);
  if (outputs.length < 2) return [];
  const isChosen = (name) => jukebox.outputs.includes(name);
  return [
    null,
    { label: text.usualOutput, checked: !jukebox.outputs.length, action: () => jukebox.setOutputs([]) },
    ...outputs.map(({ name, description }) => ({ label: description, checked: isChosen(name), action: () => jukebox.setOutputs([name]) })),
  ];
}

/** The button with which one chooses; nothing for those who may not play on the server. */
export function speakerButton(signal) {
  if (!mayUseServer()) return null;
  const shown = iconButton("speaker", "", async () => menu(shown, [
    { label: text.thisBrowser, checked: chosen === browser, action: () => chosen === browser || useBrowser() },
    { label: text.theServer, checked: chosen === jukebox, action: () => chosen === jukebox || useServer() },
    ...await outputEntries(),
  ]), { "aria-haspopup": "menu", class: "icon-button speaker" });
  const update = () => {
    const label = text.playsOn(chosen === jukebox ? text.theServer : text.thisBrowser);
    shown.title = label;
    shown.setAttribute("aria-label", label);
    shown.classList.toggle("on", chosen === jukebox);
  };
  on("player", update, signal);
  update();
  return shown;
}
