// In which form an item is asked for: as it is, as long as the browser can decode that and the connection shall bear it.
import { streamOf } from "./api.js";
import { isResumed } from "./keeping.js";
import { choices } from "./store.js";

/** The items that the browser could not decode. */
const refused = new Set();

/** The most samples of all channels of an item that are decoded at once: eleven minutes of a CD, in 240 MB. */
const MOST_SAMPLES = 60e6;

/** The most kbit/s of songs that this browser asks for; 0 for no limit. */
export const soundLimit = () => choices.get("bitRate", 0);

/** The most kbit/s of films that this browser asks for; 0 for no limit. */
export const filmLimit = () => choices.get("filmBitRate", 0);

/** Whether an item has more bits than this browser asks for. A file whose size is unknown may have. */
export function isAboveLimit(item) {
  const limit = item.videoCodec ? filmLimit() : soundLimit();
  if (!limit) return false;
  const whole = item.fileSize && item.playbackDuration && item.startTime === undefined ? (item.fileSize * 8) / item.playbackDuration / 1000 : Infinity;
  return (item.videoCodec ? whole : item.bitRate ?? whole) > limit;
}

/** Notes that the browser cannot decode an item as it is. Returns whether it may have it in another form. */
export function refuse(item) {
  if (refused.has(item.persistentID)) return false;
  refused.add(item.persistentID);
  return true;
}

// Also parts of files, the tracks of a cue sheet, are made by the server.
const isMade = (item) => refused.has(item.persistentID) || item.startTime !== undefined || isAboveLimit(item);

/** Where an item is played from while it comes: WAV and MP3 can be sought in before all of them is made. */
export function addressToPlay(item) {
  if (isAboveLimit(item)) return streamOf(item, { format: "mp3", bitRate: soundLimit() });
  const made = isShort(item) && item.bitDepth ? "wav" : "mp3";
  return streamOf(item, { format: isMade(item) ? made : undefined });
}

/** Where all of an item is got from. FLAC that is made has exactly its samples. */
export const addressToDecode = (item) => streamOf(item, { format: isMade(item) ? "flac" : undefined });

/** The sample rate in which an item sounds. Beyond what contexts can have, it is resampled. */
export const rateOf = (item) => (item.sampleRate >= 8000 && item.sampleRate <= 192000 ? item.sampleRate : 48000);

const isShort = (item) => item.playbackDuration * rateOf(item) * (item.channelCount ?? 2) < MOST_SAMPLES;

/**
 * Whether all samples of an item can be in memory. Books and talk stay streams: these can be slower and faster; and so does
 * what is above the limit: to get all samples as they are is what the limit forbids.
 */
export const canBeWhole = (item) => isShort(item) && !isResumed(item) && !isAboveLimit(item);
