#ifndef PHONOLITH_CFFMPEG_H
#define PHONOLITH_CFFMPEG_H

#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/avutil.h>
#include <libavutil/display.h>
#include <libavutil/imgutils.h>
#include <libavutil/mastering_display_metadata.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>
#include <libswresample/swresample.h>
#include <libswscale/swscale.h>

// FFmpeg's macros with casts and its variadic functions cannot be called from Swift; these can.

static inline int phonolith_averror(int posix_code) { return AVERROR(posix_code); }
static inline int phonolith_averror_eof(void) { return AVERROR_EOF; }
static inline int phonolith_averror_invaliddata(void) { return AVERROR_INVALIDDATA; }
static inline int64_t phonolith_av_nopts_value(void) { return AV_NOPTS_VALUE; }

// FFmpeg 6.1 made flags of these two fields, and later versions have only the flags.

static inline int phonolith_frame_is_interlaced(const AVFrame *frame)
{
#ifdef AV_FRAME_FLAG_INTERLACED
    return (frame->flags & AV_FRAME_FLAG_INTERLACED) != 0;
#else
    return frame->interlaced_frame;
#endif
}

static inline int phonolith_frame_begins_with_top_field(const AVFrame *frame)
{
#ifdef AV_FRAME_FLAG_TOP_FIELD_FIRST
    return (frame->flags & AV_FRAME_FLAG_TOP_FIELD_FIRST) != 0;
#else
    return frame->top_field_first;
#endif
}

#endif
