// FFmpeg's libraries drag 130 others along, which take 40 ms to load: five times what a question to a library
// takes. So a program is not linked with FFmpeg. The functions that it calls are here, under their own names;
// the first call of one loads FFmpeg, and each passes its call on.
//
// A function that is missing here is an undefined symbol when a program is linked. A wrong declaration does not
// compile, because FFmpeg's headers declare the functions, too. On macOS a program is linked with FFmpeg as
// usual: loading is quick there.

#ifdef __linux__

#include <dlfcn.h>
#include <libavcodec/avcodec.h>
#include <libavfilter/avfilter.h>
#include <libavfilter/buffersink.h>
#include <libavfilter/buffersrc.h>
#include <libavformat/avformat.h>
#include <libavutil/channel_layout.h>
#include <libavutil/display.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>
#include <libswresample/swresample.h>
#include <libswscale/swscale.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#define UTIL "libavutil.so." AV_STRINGIFY(LIBAVUTIL_VERSION_MAJOR)
#define CODEC "libavcodec.so." AV_STRINGIFY(LIBAVCODEC_VERSION_MAJOR)
#define FORMAT "libavformat.so." AV_STRINGIFY(LIBAVFORMAT_VERSION_MAJOR)
#define FILTER "libavfilter.so." AV_STRINGIFY(LIBAVFILTER_VERSION_MAJOR)
#define RESAMPLE "libswresample.so." AV_STRINGIFY(LIBSWRESAMPLE_VERSION_MAJOR)
#define SCALE "libswscale.so." AV_STRINGIFY(LIBSWSCALE_VERSION_MAJOR)

/// A function of a library, which is loaded if it is not there yet; the loader knows what it has, and locks
/// itself. Without FFmpeg the program cannot have been installed whole: it ends, as it would have before it
/// began, had it been linked with FFmpeg.
static void *found(const char *library, const char *name) {
    void *handle = dlopen(library, RTLD_LAZY);
    void *function = handle ? dlsym(handle, name) : NULL;
    if (!function) {
        fprintf(stderr, "FFmpeg cannot be loaded: %s; install its libraries\n", dlerror());
        _Exit(2);
    }
    return function;
}

/// The slot is written with one value only, by however many threads at once.
static void *forwarded(_Atomic(void *) *slot, const char *library, const char *name) {
    void *function = atomic_load_explicit(slot, memory_order_acquire);
    if (!function) {
        function = found(library, name);
        atomic_store_explicit(slot, function, memory_order_release);
    }
    return function;
}

#define FORWARD(library, result, name, parameters, arguments)                                          \
    result name parameters {                                                                           \
        static _Atomic(void *) slot;                                                                   \
        return ((result(*) parameters)forwarded(&slot, library, #name)) arguments;                     \
    }

// libavutil

FORWARD(UTIL, enum AVChannel, av_channel_layout_channel_from_index,
        (const AVChannelLayout *layout, unsigned index), (layout, index))
FORWARD(UTIL, void, av_channel_layout_default, (AVChannelLayout *layout, int channels),
        (layout, channels))
FORWARD(UTIL, int, av_channel_layout_from_mask, (AVChannelLayout *layout, uint64_t mask),
        (layout, mask))
FORWARD(UTIL, int, av_channel_layout_describe,
        (const AVChannelLayout *layout, char *buffer, size_t size), (layout, buffer, size))
FORWARD(UTIL, int, av_get_bytes_per_sample, (enum AVSampleFormat format), (format))
FORWARD(UTIL, int, av_sample_fmt_is_planar, (enum AVSampleFormat format), (format))
FORWARD(UTIL, void, av_dict_free, (AVDictionary **m), (m))
FORWARD(UTIL, AVDictionaryEntry *, av_dict_get,
        (const AVDictionary *m, const char *key, const AVDictionaryEntry *prev, int flags),
        (m, key, prev, flags))
FORWARD(UTIL, int, av_dict_set,
        (AVDictionary **m, const char *key, const char *value, int flags), (m, key, value, flags))
FORWARD(UTIL, double, av_display_rotation_get, (const int32_t matrix[9]), (matrix))
FORWARD(UTIL, AVFrame *, av_frame_alloc, (void), ())
FORWARD(UTIL, void, av_frame_free, (AVFrame **frame), (frame))
FORWARD(UTIL, int, av_frame_get_buffer, (AVFrame *frame, int align), (frame, align))
FORWARD(UTIL, AVFrameSideData *, av_frame_get_side_data,
        (const AVFrame *frame, enum AVFrameSideDataType type), (frame, type))
FORWARD(UTIL, int, av_frame_apply_cropping, (AVFrame *frame, int flags), (frame, flags))
FORWARD(UTIL, int, av_frame_ref, (AVFrame *dst, const AVFrame *src), (dst, src))
FORWARD(UTIL, void, av_frame_unref, (AVFrame *frame), (frame))
FORWARD(UTIL, void, av_free, (void *ptr), (ptr))
FORWARD(UTIL, void, av_log_set_callback,
        (void (*callback)(void *, int, const char *, va_list)), (callback))
FORWARD(UTIL, void, av_log_set_level, (int level), (level))
FORWARD(UTIL, int, av_opt_get, (void *obj, const char *name, int flags, uint8_t **out),
        (obj, name, flags, out))
FORWARD(UTIL, int, av_opt_set, (void *obj, const char *name, const char *val, int flags),
        (obj, name, val, flags))
FORWARD(UTIL, const AVPixFmtDescriptor *, av_pix_fmt_desc_get, (enum AVPixelFormat format), (format))
FORWARD(UTIL, int64_t, av_rescale_q_rnd,
        (int64_t a, AVRational bq, AVRational cq, enum AVRounding rounding), (a, bq, cq, rounding))
FORWARD(UTIL, int, av_strerror, (int code, char *buffer, size_t size), (code, buffer, size))

// libavcodec

FORWARD(CODEC, int, av_get_exact_bits_per_sample, (enum AVCodecID codec), (codec))
FORWARD(CODEC, int, av_new_packet, (AVPacket *packet, int size), (packet, size))
FORWARD(CODEC, AVPacket *, av_packet_alloc, (void), ())
FORWARD(CODEC, void, av_packet_free, (AVPacket **packet), (packet))
FORWARD(CODEC, void, av_packet_unref, (AVPacket *packet), (packet))
FORWARD(CODEC, AVCodecContext *, avcodec_alloc_context3, (const AVCodec *codec), (codec))
FORWARD(CODEC, int, avcodec_default_get_buffer2,
        (AVCodecContext *context, AVFrame *frame, int flags), (context, frame, flags))
FORWARD(CODEC, const AVCodec *, avcodec_find_decoder, (enum AVCodecID id), (id))
FORWARD(CODEC, const AVCodec *, avcodec_find_decoder_by_name, (const char *name), (name))
FORWARD(CODEC, const AVCodec *, avcodec_find_encoder, (enum AVCodecID id), (id))
FORWARD(CODEC, const AVCodec *, avcodec_find_encoder_by_name, (const char *name), (name))
FORWARD(CODEC, void, avcodec_flush_buffers, (AVCodecContext *context), (context))
FORWARD(CODEC, void, avcodec_free_context, (AVCodecContext **context), (context))
FORWARD(CODEC, const char *, avcodec_get_name, (enum AVCodecID id), (id))
FORWARD(CODEC, int, avcodec_open2,
        (AVCodecContext *context, const AVCodec *codec, AVDictionary **options),
        (context, codec, options))
FORWARD(CODEC, int, avcodec_parameters_to_context,
        (AVCodecContext *context, const AVCodecParameters *parameters), (context, parameters))
FORWARD(CODEC, int, avcodec_receive_frame, (AVCodecContext *context, AVFrame *frame),
        (context, frame))
FORWARD(CODEC, int, avcodec_receive_packet, (AVCodecContext *context, AVPacket *packet),
        (context, packet))
FORWARD(CODEC, int, avcodec_send_frame, (AVCodecContext *context, const AVFrame *frame),
        (context, frame))
FORWARD(CODEC, int, avcodec_send_packet, (AVCodecContext *context, const AVPacket *packet),
        (context, packet))

// libavformat

FORWARD(FORMAT, int, av_find_best_stream,
        (AVFormatContext *context, enum AVMediaType type, int wanted, int related,
         const AVCodec **decoder, int flags),
        (context, type, wanted, related, decoder, flags))
FORWARD(FORMAT, int, av_index_search_timestamp, (AVStream *stream, int64_t timestamp, int flags),
        (stream, timestamp, flags))
FORWARD(FORMAT, int, av_read_frame, (AVFormatContext *context, AVPacket *packet),
        (context, packet))
FORWARD(FORMAT, int, av_seek_frame,
        (AVFormatContext *context, int stream, int64_t timestamp, int flags),
        (context, stream, timestamp, flags))
FORWARD(FORMAT, AVFormatContext *, avformat_alloc_context, (void), ())
FORWARD(FORMAT, void, avformat_free_context, (AVFormatContext *context), (context))
FORWARD(FORMAT, int, avio_closep, (AVIOContext **context), (context))
FORWARD(FORMAT, int, avio_open2,
        (AVIOContext **context, const char *url, int flags, const AVIOInterruptCB *interruption,
         AVDictionary **options),
        (context, url, flags, interruption, options))
FORWARD(FORMAT, int64_t, avio_size, (AVIOContext *context), (context))
FORWARD(FORMAT, int, avio_read, (AVIOContext *context, unsigned char *buffer, int size),
        (context, buffer, size))
FORWARD(FORMAT, void, avformat_close_input, (AVFormatContext **context), (context))
FORWARD(FORMAT, const AVInputFormat *, av_find_input_format, (const char *name), (name))
FORWARD(FORMAT, int, avformat_find_stream_info,
        (AVFormatContext *context, AVDictionary **options), (context, options))
FORWARD(FORMAT, const AVIndexEntry *, avformat_index_get_entry, (AVStream *stream, int index),
        (stream, index))
FORWARD(FORMAT, int, avformat_index_get_entries_count, (const AVStream *stream), (stream))
FORWARD(FORMAT, int, avformat_open_input,
        (AVFormatContext **context, const char *url, const AVInputFormat *format,
         AVDictionary **options),
        (context, url, format, options))
FORWARD(FORMAT, int, avformat_seek_file,
        (AVFormatContext *context, int stream, int64_t least, int64_t wanted, int64_t most,
         int flags),
        (context, stream, least, wanted, most, flags))
// FFmpeg 7 has the streams' side data in their codec parameters, and not this function.
#if LIBAVFORMAT_VERSION_MAJOR < 61
FORWARD(FORMAT, uint8_t *, av_stream_get_side_data,
        (const AVStream *stream, enum AVPacketSideDataType type, size_t *size),
        (stream, type, size))
#endif

// libavfilter

FORWARD(FILTER, int, av_buffersink_get_frame, (AVFilterContext *context, AVFrame *frame),
        (context, frame))
FORWARD(FILTER, int, av_buffersrc_add_frame, (AVFilterContext *context, AVFrame *frame),
        (context, frame))
FORWARD(FILTER, const AVFilter *, avfilter_get_by_name, (const char *name), (name))
FORWARD(FILTER, AVFilterGraph *, avfilter_graph_alloc, (void), ())
FORWARD(FILTER, int, avfilter_graph_config, (AVFilterGraph *graph, void *log), (graph, log))
FORWARD(FILTER, int, avfilter_graph_create_filter,
        (AVFilterContext **context, const AVFilter *filter, const char *name, const char *arguments,
         void *opaque, AVFilterGraph *graph),
        (context, filter, name, arguments, opaque, graph))
FORWARD(FILTER, void, avfilter_graph_free, (AVFilterGraph **graph), (graph))
FORWARD(FILTER, int, avfilter_link,
        (AVFilterContext *source, unsigned output, AVFilterContext *sink, unsigned input),
        (source, output, sink, input))

// libswresample

// FFmpeg 6 promises not to change the layouts.
#if LIBSWRESAMPLE_VERSION_INT < AV_VERSION_INT(4, 10, 100)
#define LAYOUT AVChannelLayout
#else
#define LAYOUT const AVChannelLayout
#endif
FORWARD(RESAMPLE, int, swr_alloc_set_opts2,
        (struct SwrContext **context, LAYOUT *outLayout, enum AVSampleFormat outFormat, int outRate,
         LAYOUT *inLayout, enum AVSampleFormat inFormat, int inRate, int logOffset, void *log),
        (context, outLayout, outFormat, outRate, inLayout, inFormat, inRate, logOffset, log))
FORWARD(RESAMPLE, int, swr_convert,
        (struct SwrContext *context, uint8_t **out, int outCount, const uint8_t **in, int inCount),
        (context, out, outCount, in, inCount))
FORWARD(RESAMPLE, void, swr_free, (struct SwrContext **context), (context))
FORWARD(RESAMPLE, int, swr_get_out_samples, (struct SwrContext *context, int inSamples),
        (context, inSamples))
FORWARD(RESAMPLE, int, swr_init, (struct SwrContext *context), (context))

// libswscale

FORWARD(SCALE, void, sws_freeContext, (struct SwsContext *context), (context))
FORWARD(SCALE, const int *, sws_getCoefficients, (int colorspace), (colorspace))
FORWARD(SCALE, struct SwsContext *, sws_getContext,
        (int sourceWidth, int sourceHeight, enum AVPixelFormat sourceFormat, int width, int height,
         enum AVPixelFormat format, int flags, SwsFilter *sourceFilter, SwsFilter *filter,
         const double *parameters),
        (sourceWidth, sourceHeight, sourceFormat, width, height, format, flags, sourceFilter,
         filter, parameters))
FORWARD(SCALE, int, sws_scale_frame, (struct SwsContext *context, AVFrame *dst, const AVFrame *src),
        (context, dst, src))
FORWARD(SCALE, int, sws_setColorspaceDetails,
        (struct SwsContext *context, const int inverseTable[4], int sourceRange, const int table[4],
         int range, int brightness, int contrast, int saturation),
        (context, inverseTable, sourceRange, table, range, brightness, contrast, saturation))

#endif
