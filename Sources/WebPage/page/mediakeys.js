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
  session.playbackState = player.isPlaying ? "playing" : "paused";
  if (!(player.duration > 0)) return;
  session.setPositionState({ duration: player.duration, position: Math.min(player.time, player.duration), playbackRate: rate });
}
