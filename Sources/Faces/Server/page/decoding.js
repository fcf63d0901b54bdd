// Gets an item and decodes all of it.
import { addressToDecode } from "./forms.js";

/** In samples; what is longer is no padding. */
const MOST_PADDING = 8192;

/** All samples of an item. Throws where it does not come, or cannot be decoded. */
export async function decode(item, sampleRate, signal) {
  const answer = await fetch(addressToDecode(item), { signal });
  if (!answer.ok) throw new Error(answer.statusText);
  const bytes = await answer.arrayBuffer();
  const length = item.codec === "aac" ? lengthInTag(bytes) : null;
  const buffer = await new OfflineAudioContext(1, 1, sampleRate).decodeAudioData(bytes);
  const padding = buffer.length - length;
  return length > 0 && padding > 0 && padding < MOST_PADDING ? beginningOf(buffer, length) : buffer;
}

/**
 * How many samples were encoded, as the tag of iTunes has it; `null` where there is none. The last packet of AAC is
 * filled with silence, and browsers take this tag for the beginning only.
 */
function lengthInTag(bytes) {
  const letters = new TextDecoder("latin1").decode(bytes);
  const tag = letters.indexOf("iTunSMPB");
  const numbers = tag >= 0 && letters.slice(tag, tag + 150).match(/ [0-9A-F]{8} [0-9A-F]{8} [0-9A-F]{8} ([0-9A-F]{16})/i);
  return numbers ? parseInt(numbers[1], 16) : null;
}

function beginningOf(buffer, length) {
  const { numberOfChannels, sampleRate } = buffer;
  const shorter = new AudioBuffer({ length, numberOfChannels, sampleRate });
  for (let channel = 0; channel < numberOfChannels; channel++) {
    shorter.copyToChannel(buffer.getChannelData(channel).subarray(0, length), channel);
  }
  return shorter;
}
