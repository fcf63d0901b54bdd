#ifndef PHONOLITH_CFFMPEG_AUDIO_H
#define PHONOLITH_CFFMPEG_AUDIO_H

#include <libavcodec/avcodec.h>
#include <libavutil/channel_layout.h>
#include <libavutil/version.h>

/// How long a decoded frame lasts by its packet, in the stream's time base; 0 where unknown. FFmpeg 6
/// gave the field a new name.
static inline int64_t phonolith_frame_duration(const AVFrame *frame)
{
#if LIBAVUTIL_VERSION_MAJOR >= 58
    return frame->duration;
#else
    return frame->pkt_duration;
#endif
}

#endif
