// Tells the system what plays, for its media keys and its lock screen (W3C, "Media Session").
import { coverOf } from "./api.js";
import { albumOf, artistOf, titleOf } from "./format.js";

const session = navigator.mediaSession;

/** Shows the item of a player, and lets keys reach it. */
export function describe(player) {
  const { item } = player;
  if (!session || !item) return;
  const cover = coverOf(item, 512);
  session.metadata = new MediaMetadata({
    title: titleOf(item), artist: artistOf(item), album: albumOf(item),
    artwork: cover ? [{ src: new URL(cover, location.href).href }] : [],
  });
  const actions = {
    play: () => player.resume(), pause: () => player.pause(), nexttrack: () => player.next(),
    previoustrack: () => player.previous(), seekto: ({ seekTime }) => player.seek(seekTime),
    seekbackward: () => player.seek(player.time - 10), seekforward: () => player.seek(player.time + 30),
  };
  for (const [name, body] of Object.entries(actions)) session.setActionHandler(name, body);
}

/** Shows where playing is. */
export function showState(player, rate = 1) {
  if (!session) return;
  accompany(player.isPlaying);
  session.playbackState = player.isPlaying ? "playing" : "paused";
  if (!(player.duration > 0)) return;
  session.setPositionState({ duration: player.duration, position: Math.min(player.time, player.duration), playbackRate: rate });
}

let companion = null;

// Browsers give the media keys to elements that sound. Decoded samples have none, so this one plays silence along.
function accompany(isPlaying) {
  if (!isPlaying) return companion?.pause();
  companion ??= Object.assign(new Audio(URL.createObjectURL(silence())), { loop: true });
  companion.play().catch(() => {});
}

/** Ten seconds of a WAV file with 8000 bytes a second. What is shorter than five is given no keys. */
function silence() {
  const length = 80_000;
  const [riff, wave, format, data] = [0x46464952, 0x45564157, 0x20746d66, 0x61746164];
  const header = [riff, length + 36, wave, format, 16, 0x10001, 8000, 8000, 0x80001, data, length];
  return new Blob([new Uint32Array(header), new Uint8Array(length).fill(128)], { type: "audio/wav" });
}
