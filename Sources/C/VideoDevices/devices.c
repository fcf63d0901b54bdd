#include "CVideoDevices.h"

#include <errno.h>
#include <fcntl.h>
#include <libavdevice/avdevice.h>
#include <linux/videodev2.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

void cvd_register_devices(void) { avdevice_register_all(); }

int cvd_open(const char *path)
{
    // Without O_NONBLOCK some drivers wait for a picture or for another program.
    int device = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC);
    return device < 0 ? -errno : device;
}

void cvd_close(int device) { close(device); }

/// Returns 1, 0 for what is beyond the last of a list, or a negated `errno`.
static int ask(int device, unsigned long request, void *answer)
{
    int result;
    do {
        result = ioctl(device, request, answer);
    } while (result < 0 && errno == EINTR);
    if (result >= 0) return 1;
    // ENOTTY: a driver without such a list.
    return errno == EINVAL || errno == ENOTTY ? 0 : -errno;
}

static void copy(char target[32], const __u8 *source, size_t size)
{
    size_t length = strnlen((const char *)source, size);
    if (length > 31) length = 31;
    memcpy(target, source, length);
    target[length] = 0;
}

int cvd_describe(int device, char name[32], char bus[32])
{
    struct v4l2_capability capability;
    memset(&capability, 0, sizeof capability);
    int result = ask(device, VIDIOC_QUERYCAP, &capability);
    if (result <= 0) return result;
    copy(name, capability.card, sizeof capability.card);
    copy(bus, capability.bus_info, sizeof capability.bus_info);
    // A camera often has a second device, for metadata only.
    __u32 abilities = capability.capabilities & V4L2_CAP_DEVICE_CAPS ? capability.device_caps
                                                                     : capability.capabilities;
    return (abilities & V4L2_CAP_VIDEO_CAPTURE) != 0;
}

int cvd_format(int device, uint32_t index, uint32_t *code)
{
    struct v4l2_fmtdesc format;
    memset(&format, 0, sizeof format);
    format.index = index;
    format.type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
    int result = ask(device, VIDIOC_ENUM_FMT, &format);
    if (result > 0) *code = format.pixelformat;
    return result;
}

int cvd_size(int device, uint32_t code, uint32_t index, cvd_sizes *sizes)
{
    struct v4l2_frmsizeenum size;
    memset(&size, 0, sizeof size);
    size.index = index;
    size.pixel_format = code;
    int result = ask(device, VIDIOC_ENUM_FRAMESIZES, &size);
    if (result <= 0) return result;
    if (size.type == V4L2_FRMSIZE_TYPE_DISCRETE) {
        *sizes = (cvd_sizes){
            size.discrete.width,  size.discrete.width,  1,
            size.discrete.height, size.discrete.height, 1};
        return 1;
    }
    // A range is the only answer.
    if (index > 0) return 0;
    *sizes = (cvd_sizes){
        size.stepwise.min_width,  size.stepwise.max_width,  size.stepwise.step_width,
        size.stepwise.min_height, size.stepwise.max_height, size.stepwise.step_height};
    return 1;
}

static double rate(struct v4l2_fract interval)
{
    return interval.numerator ? (double)interval.denominator / interval.numerator : 0;
}

int cvd_rate(
    int device, uint32_t code, uint32_t width, uint32_t height, uint32_t index, double *minimum,
    double *maximum)
{
    struct v4l2_frmivalenum interval;
    memset(&interval, 0, sizeof interval);
    interval.index = index;
    interval.pixel_format = code;
    interval.width = width;
    interval.height = height;
    int result = ask(device, VIDIOC_ENUM_FRAMEINTERVALS, &interval);
    if (result <= 0) return result;
    if (interval.type == V4L2_FRMIVAL_TYPE_DISCRETE) {
        *minimum = *maximum = rate(interval.discrete);
        return 1;
    }
    if (index > 0) return 0;
    *minimum = rate(interval.stepwise.max);
    *maximum = rate(interval.stepwise.min);
    return 1;
}
