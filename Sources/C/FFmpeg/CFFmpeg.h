#ifndef PHONOLITH_CFFMPEG_H
#define PHONOLITH_CFFMPEG_H

#include <stdbool.h>
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/avutil.h>
#include <libavutil/display.h>
#include <libavutil/dovi_meta.h>
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
static inline int phonolith_averror_stream_not_found(void) { return AVERROR_STREAM_NOT_FOUND; }
static inline int64_t phonolith_av_nopts_value(void) { return AV_NOPTS_VALUE; }

// FFmpeg 6.1 made flags of these three fields, and later versions have only the flags.

static inline int phonolith_frame_is_interlaced(const AVFrame *frame)
{
#ifdef AV_FRAME_FLAG_INTERLACED
    return (frame->flags & AV_FRAME_FLAG_INTERLACED) != 0;
#else
    return frame->interlaced_frame;
#endif
}

static inline int phonolith_frame_is_key(const AVFrame *frame)
{
#ifdef AV_FRAME_FLAG_KEY
    return (frame->flags & AV_FRAME_FLAG_KEY) != 0;
#else
    return frame->key_frame;
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

// FFmpeg 6.1 moved the side data of streams into their codec parameters, and FFmpeg 8 dropped the old function.

/// Side data from a stream's header; `NULL` where it has none of this type. It belongs to the stream.
static inline const uint8_t *phonolith_stream_side_data(
    const AVStream *stream, enum AVPacketSideDataType type, size_t *size)
{
#if LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(60, 31, 100)
    const AVPacketSideData *data = av_packet_side_data_get(
        stream->codecpar->coded_side_data, stream->codecpar->nb_coded_side_data, type);
    *size = data ? data->size : 0;
    return data ? data->data : NULL;
#else
    return av_stream_get_side_data(stream, type, size);
#endif
}

// A scaler has a type of its own here: `struct SwsContext` is opaque up to FFmpeg 7 and public from 8 on, which
// Swift imports as different pointers. The flags are macros in the older versions and an enumeration in the newer.

/// A `SwsContext`.
typedef struct phonolith_scaler phonolith_scaler;

/// Makes a scaler; `NULL` for sizes and formats that FFmpeg cannot scale. Free it with `phonolith_scaler_close`.
/// The caller says whether many pixels become one: then they are averaged, which keeps fine patterns from
/// shimmering.
static inline phonolith_scaler *phonolith_scaler_open(
    int source_width, int source_height, enum AVPixelFormat source_format, int width, int height,
    enum AVPixelFormat format, bool averages)
{
    const int kernel = averages ? SWS_AREA : SWS_LANCZOS;
    return (phonolith_scaler *)sws_getContext(
        source_width, source_height, source_format, width, height, format,
        kernel | SWS_ACCURATE_RND | SWS_FULL_CHR_H_INP | SWS_FULL_CHR_H_INT, NULL, NULL, NULL);
}

/// Sets matrix and range of the source, and the range of the result, whose matrix is that of JPEG. FFmpeg refuses it between two kinds of
/// RGB, which have neither.
static inline void phonolith_scaler_set_matrix(
    phonolith_scaler *scaler, int coefficients, bool is_full_range, bool becomes_full_range)
{
    sws_setColorspaceDetails(
        (struct SwsContext *)scaler, sws_getCoefficients(coefficients), is_full_range,
        sws_getCoefficients(SWS_CS_ITU601), becomes_full_range, 0, 1 << 16, 1 << 16);
}

/// `sws_scale_frame`.
static inline int phonolith_scaler_scale(
    phonolith_scaler *scaler, AVFrame *result, const AVFrame *source)
{
    return sws_scale_frame((struct SwsContext *)scaler, result, source);
}

static inline void phonolith_scaler_close(phonolith_scaler *scaler)
{
    sws_freeContext((struct SwsContext *)scaler);
}

// The last parameter but one of the function that writes is const from FFmpeg 7 on.

/// Takes bytes that a muxer has made; returns how many, or a negative error.
typedef int (*phonolith_write)(void *opaque, const uint8_t *bytes, int count);

/// Makes an output that cannot be sought; `NULL` where memory ran out. Free it with `phonolith_output_close`.
static inline AVIOContext *phonolith_output_open(void *opaque, phonolith_write write)
{
    const int size = 1 << 15;
    unsigned char *buffer = av_malloc(size);
    if (!buffer) return NULL;
#if LIBAVFORMAT_VERSION_MAJOR >= 61
    AVIOContext *output = avio_alloc_context(buffer, size, 1, opaque, NULL, write, NULL);
#else
    AVIOContext *output = avio_alloc_context(
        buffer, size, 1, opaque, NULL, (int (*)(void *, uint8_t *, int))write, NULL);
#endif
    if (!output) av_free(buffer);
    return output;
}

static inline void phonolith_output_close(AVIOContext *output)
{
    // FFmpeg may have exchanged the buffer.
    av_freep(&output->buffer);
    avio_context_free(&output);
}

#endif
