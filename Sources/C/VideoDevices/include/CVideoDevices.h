#ifndef PHONOLITH_CVIDEODEVICES_H
#define PHONOLITH_CVIDEODEVICES_H

#include <stdint.h>

// V4L2's answers by `ioctl`, which is variadic and whose requests are macros with casts, so that Swift cannot call it; and
// the one function of libavdevice that is needed, whose header brings the types of FFmpeg a second time.

/// Makes FFmpeg's input devices known to `av_find_input_format`; `avdevice_register_all`. May be called again.
void cvd_register_devices(void);

/// Opens a device for questions, also while another program captures from it. Returns a descriptor, or a negated `errno`.
int cvd_open(const char *_Nonnull path);

void cvd_close(int device);

/// Writes the name for people, and the bus, which tells two cameras of one name apart; both end with 0.
/// Returns 1 if the device captures video, 0 if not, or a negated `errno`.
int cvd_describe(int device, char name[_Nonnull 32], char bus[_Nonnull 32]);

/// The format of an index from 0, as V4L2's code. Returns 1, 0 after the last one, or a negated `errno`.
int cvd_format(int device, uint32_t index, uint32_t *_Nonnull code);

/// Sizes in pixels: one, where both are equal, or all between two in steps.
typedef struct {
    uint32_t minimum_width, maximum_width, width_step;
    uint32_t minimum_height, maximum_height, height_step;
} cvd_sizes;

/// The sizes of an index from 0. Returns 1, 0 after the last one, or a negated `errno`.
int cvd_size(int device, uint32_t code, uint32_t index, cvd_sizes *_Nonnull sizes);

/// The range of frame rates of an index from 0, in frames a second; both are equal where it is one. Returns 1, 0 after the last
/// one, or a negated `errno`.
int cvd_rate(
    int device, uint32_t code, uint32_t width, uint32_t height, uint32_t index,
    double *_Nonnull minimum, double *_Nonnull maximum);

#endif
