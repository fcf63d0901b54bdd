// In which form an item is asked for: as it is, as long as the browser can decode that.
import { streamOf } from "./api.js";
import { isResumed } from "./keeping.js";

/** The items that the browser could not decode. */
const refused = new Set();

/** The most samples of all channels of an item that are decoded at once: eleven minutes of a CD, in 240 MB. */
const MOST_SAMPLES = 60e6;

/** Notes that the browser cannot decode an item as it is. Returns whether it may have it in another form. */
export function refuse(item) {
  if (refused.has(item.persistentID)) return false;
  refused.add(item.persistentID);
  return true;
}

// Also parts of files, the tracks of a cue sheet, are made by the server.
const isMade = (item) => refused.has(item.persistentID) || item.startTime !== undefined;

/** Where an item is played from while it comes: WAV and MP3 can be sought in before all of them is made. */
export function addressToPlay(item) {
  const made = isShort(item) && item.bitDepth ? "wav" : "mp3";
  return streamOf(item, isMade(item) ? made : undefined);
}

/** Where all of an item is got from. FLAC that is made has exactly its samples. */
export const addressToDecode = (item) => streamOf(item, isMade(item) ? "flac" : undefined);

/** The sample rate in which an item sounds. Beyond what contexts can have, it is resampled. */
export const rateOf = (item) => (item.sampleRate >= 8000 && item.sampleRate <= 192000 ? item.sampleRate : 48000);

const isShort = (item) => item.playbackDuration * rateOf(item) * (item.channelCount ?? 2) < MOST_SAMPLES;

/** Whether all samples of an item can be in memory. Books and talk stay streams: these can be slower and faster. */
export const canBeWhole = (item) => isShort(item) && !isResumed(item);
