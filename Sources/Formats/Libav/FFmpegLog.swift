internal import CPhonolithFFmpeg

/// FFmpeg's log, which belongs to the whole process.
package enum FFmpegLog {
    /// Has FFmpeg write nothing to the standard error, and takes from its log why a server or a device cannot be used;
    /// without that such an error has no cause. For a program, not for a library.
    package static func takeOver() {
        av_log_set_level(AV_LOG_QUIET)
        av_log_set_callback { _, level, format, arguments in
            guard let arguments else { return }
            ThreadLog.note(level: level, format, arguments)
        }
    }
}
