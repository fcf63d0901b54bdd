// Where sound goes: an audio context for each sample rate, which takes samples as they are in the file.

const contexts = new Map();
let resting = 0;

/** The context of a rate. A browser that refuses the rate resamples to the one of the device. */
export function contextFor(sampleRate) {
  if (!contexts.has(sampleRate)) contexts.set(sampleRate, made(sampleRate));
  return contexts.get(sampleRate);
}

function made(sampleRate) {
  const options = { latencyHint: "playback" };
  try {
    return new AudioContext({ ...options, sampleRate });
  } catch {
    return new AudioContext(options);
  }
}

/** The frame that a context renders next. */
export const frameOf = (context) => Math.round(context.currentTime * context.sampleRate);

/** Lets the clock of a context run. */
export function wake(context) {
  clearTimeout(resting);
  if (context.state !== "running") context.resume();
}

/** Stops all clocks soon, when what they have rendered has been heard: a silent context keeps the device awake. */
export function rest() {
  clearTimeout(resting);
  resting = setTimeout(() => [...contexts.values()].forEach((context) => context.suspend()), 1000);
}
