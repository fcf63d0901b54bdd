#ifndef PHONOLITH_CSOUNDTOUCH_H
#define PHONOLITH_CSOUNDTOUCH_H

// SoundTouch, which makes sound faster or slower without changing its pitch, with an interface of C. No C++ type and no
// exception leaves it.

#include <stdbool.h>
#include <stddef.h>

#pragma clang assume_nonnull begin

#ifdef __cplusplus
extern "C" {
#endif

/// Sound on its way through the filter. Not for use by two threads at once.
typedef struct cst_stretch cst_stretch;

/// The most channels that a filter can have.
enum { CST_CHANNEL_LIMIT = 16 };

/// Makes a filter for interleaved samples; `NULL` where memory is short or a number is out of its range.
/// `channel_count` is 1 to `CST_CHANNEL_LIMIT`, `tempo` how many times as fast, from 0.1 to 10.
cst_stretch *_Nullable cst_open(unsigned sample_rate, unsigned channel_count, double tempo);

/// Changes the speed of what has not come out yet, without a seam. `false` for a speed out of its range.
bool cst_set_tempo(cst_stretch *stretch, double tempo);

/// How many moments were taken whose sound has not begun to come out.
size_t cst_held(const cst_stretch *stretch);

/// Takes samples: `frame_count` moments of all channels. `false` where memory is short.
bool cst_put(cst_stretch *stretch, const float *samples, size_t frame_count);

/// Makes the rest available, after the last samples. `false` where memory is short.
bool cst_flush(cst_stretch *stretch);

/// Gives what is available, at most `frame_limit` moments of all channels.
size_t cst_receive(cst_stretch *stretch, float *samples, size_t frame_limit);

void cst_close(cst_stretch *_Nullable stretch);

#ifdef __cplusplus
}
#endif

#pragma clang assume_nonnull end

#endif
