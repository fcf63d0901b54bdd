internal import CFFmpeg

/// FFmpeg's own voice on stderr, which is nobody's to hear: what fails is thrown as an error.
enum Logging {
    /// Touched before the first call that may complain; works once for the whole process.
    static let isSilenced: Bool = {
        av_log_set_level(AV_LOG_QUIET)
        av_log_set_callback { _, level, format, arguments in
            guard let arguments else { return }
            NetworkFailure.note(level: level, format, arguments)
        }
        return true
    }()
}
