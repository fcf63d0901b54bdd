// Finds which sample of an item an audio element sounds on which frame of its context. The time that an element gives
// is some hundredths of a second off; what it sounds is, sample for sample, what the decoder of the browser gives.

const BLOCK = 4096;
/** Squared; below it there is nothing to compare. */
const SILENCE = 1e-8;
/** How much of its power a block may differ by: the form that sounds can be a lossy one of what is compared. */
const TOLERANCE = 0.05;

/**
 * Hears a block of what a node sounds, in its first channel.
 *
 * The block comes with a clock in its second channel, which counts frames: no event of the browser says on which frame
 * a block begins. An AudioWorklet would, but pages that come over plain HTTP have none.
 *
 * @returns The samples and the frame of the first; `null` where there is silence for some seconds.
 */
export function listen(node) {
  const { context } = node;
  const clock = context.createBufferSource();
  clock.buffer = counting(context);
  const split = context.createChannelSplitter(2);
  const merge = context.createChannelMerger(2);
  const tap = context.createScriptProcessor(BLOCK, 2, 1);
  node.connect(split).connect(merge, 0, 0);
  clock.connect(merge, 0, 1);
  merge.connect(tap).connect(context.destination);
  const first = Math.ceil(context.currentTime * context.sampleRate) + BLOCK;
  clock.start(first / context.sampleRate);
  return new Promise((resolve) => {
    const end = (heard) => {
      tap.onaudioprocess = clock.onended = null;
      node.disconnect(split);
      for (const part of [clock, split, merge, tap]) part.disconnect();
      resolve(heard);
    };
    tap.onaudioprocess = ({ inputBuffer }) => {
      const samples = inputBuffer.getChannelData(0);
      const counts = inputBuffer.getChannelData(1);
      // Of a block that came too late for a busy page, parts are missing.
      const isWhole = counts[0] > 0 && counts[BLOCK - 1] - counts[0] === BLOCK - 1;
      if (isWhole && powerOf(samples) > SILENCE * BLOCK) end({ samples: samples.slice(), frame: first + counts[0] - 1 });
    };
    clock.onended = () => end(null);
  });
}

/** 1, 2, 3 …, for about three seconds; 0 is heard before it begins. */
function counting(context) {
  const buffer = context.createBuffer(1, 1 << 17, context.sampleRate);
  const counts = buffer.getChannelData(0);
  for (let index = 0; index < counts.length; index++) counts[index] = index + 1;
  return buffer;
}

function powerOf(samples) {
  let power = 0;
  for (const sample of samples) power += sample * sample;
  return power;
}

/**
 * Where a block is in samples; `null` where nothing is like it. Of places that are equally like it, as in a tone that
 * lasts, the one nearest to `around` counts.
 *
 * @param reach How far from `around` it is looked for.
 */
export function find(block, samples, around, reach) {
  let [found, least] = [null, TOLERANCE * powerOf(block)];
  for (let step = 0; step <= reach; step++) {
    for (const place of step ? [around - step, around + step] : [around]) {
      if (place < 0 || place + block.length > samples.length) continue;
      const error = errorOf(block, samples, place, least);
      if (error < least) [found, least] = [place, error];
      if (error === 0) return found;
    }
  }
  return found;
}

// Stops as soon as it is too large.
function errorOf(block, samples, place, limit) {
  let error = 0;
  for (let index = 0; index < block.length && error < limit; index++) {
    const difference = block[index] - samples[place + index];
    error += difference * difference;
  }
  return error;
}
