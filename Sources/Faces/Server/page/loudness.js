// How loud an item is played: by the reader's choice, and by the ReplayGain that its file has.

/**
 * A factor for samples.
 *
 * @param mode `"album"`, `"track"` or `"off"`; where an item has only one of the two gains, that one counts.
 * @param volume From 0 to 1; what sounds half as loud is in the middle.
 */
export function gainOf(item, mode, volume) {
  const loudness = volume ** 2;
  if (!item || mode === "off") return loudness;
  const { replayGainAlbumGain: albumGain, replayGainTrackGain: trackGain } = item;
  const { replayGainAlbumPeak: albumPeak, replayGainTrackPeak: trackPeak } = item;
  const [gain, peak] = mode === "album"
    ? [albumGain ?? trackGain, albumPeak ?? trackPeak] : [trackGain ?? albumGain, trackPeak ?? albumPeak];
  if (gain === undefined) return loudness;
  const factor = 10 ** (gain / 20);
  // No sample gets louder than full scale.
  return loudness * (peak > 0 ? Math.min(factor, 1 / peak) : factor);
}
