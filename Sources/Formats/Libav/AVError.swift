internal import CPhonolithFFmpeg
internal import Glibc
internal import PhonolithFiles
internal import PhonolithMediaModel

/// An error that a function of FFmpeg returned.
package struct AVError: Error, Hashable, CustomStringConvertible {
    /// FFmpeg's negative code: a negated `errno`, or one of `AVERROR_…`.
    package let code: CInt
    /// The C function that failed.
    package let function: String
    /// Why, in words, where that is known better than by the code.
    package private(set) var cause: String?

    /// Joins a code and the function that gave it.
    package init(code: CInt, function: String) {
        self.code = code
        self.function = function
    }

    /// Whether a disk had no space for what was written.
    package var isOfFullDisk: Bool { code == -ENOSPC || code == -EDQUOT }

    /// FFmpeg's own words for the code, as `av_strerror` gives them.
    package var reason: String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(AV_ERROR_MAX_STRING_SIZE)) {
            guard let words = $0.baseAddress else { return "error \(code)" }
            av_strerror(code, words, $0.count)
            return String(cString: words)
        }
    }

    /// Why, for users, who know no functions: in words that complete "It cannot be played: …".
    package var description: String { cause ?? words }

    private var words: String {
        let isOpening = function == "avformat_open_input" || function == "avformat_find_stream_info"
        switch code {
        case phonolith_averror(EINVAL) where isOpening: return Self.unknownFormat
        case phonolith_averror_invaliddata():
            return isOpening
                ? Self.unknownFormat : "the file is damaged, or of an unsupported variety"
        case phonolith_averror_stream_not_found(): return "it contains no sound"
        case phonolith_averror(ENOSYS): return "its codec is not supported"
        default: return reason
        }
    }

    private static let unknownFormat = "it is of no known format, or damaged"

    /// The same error with its cause.
    func explained(by cause: String?) -> AVError {
        var error = self
        error.cause = cause ?? self.cause
        return error
    }

    /// The same error of reading from a server: FFmpeg reports a connection that ends early as EIO.
    var ofLostConnection: AVError {
        guard code == phonolith_averror(EIO), cause == nil else { return self }
        return explained(by: "the connection ended before everything was sent")
    }

    /// Whether a file was opened that has no sound.
    package var isLackOfSound: Bool {
        code == phonolith_averror_stream_not_found() && function == "av_find_best_stream"
    }

    /// Whether the code is `AVERROR_EOF`: nothing more comes.
    package var isEndOfFile: Bool { code == phonolith_averror_eof() }

    /// A file has less sound than its headers promise, in seconds.
    package static func endsEarly(after heard: Double, of promised: Double) -> AVError {
        func text(_ seconds: Double) -> String { String(Int((seconds * 10).rounded()) / 10) }
        var error = AVError(code: phonolith_averror_eof(), function: "av_read_frame")
        error.cause =
            "ends early, after \(text(heard)) of \(text(promised)) seconds; the file is damaged or incomplete"
        return error
    }

    /// A file claims more samples a second than any sound has.
    package static func tooManySamples(sampleRate: Int, channelCount: Int) -> AVError {
        var error = AVError(code: phonolith_averror(EINVAL), function: "avcodec_receive_frame")
        error.cause =
            "has invalid sound parameters (\(sampleRate) Hz, \(channelCount) channels); the file is damaged"
        return error
    }

    // Case ``endsEarly(after:of:)``.
    package var isEarlyEnd: Bool { isEndOfFile && cause != nil }

    /// Whether the data is the cause, and not the device or the disk.
    package var isOfData: Bool { code == phonolith_averror_invaliddata() }

    /// The `errno` of the code; a negative number where it is one of FFmpeg's own.
    package var posixCode: CInt { -code > 0 && -code < 4096 ? -code : -1 }

    /// The status by which a server refused, of HTTP; 400 and 500 for all others of their kind. `nil` for other errors.
    package var httpStatus: Int? {
        // FFERRTAG(0xF8, '4', '0', '4'), or 'X' for the last two: libavutil/error.h.
        let bytes = withUnsafeBytes(of: (0 &- code).littleEndian, Array.init)
        guard bytes.first == 0xF8 else { return nil }
        return Int(String(decoding: bytes.dropFirst(), as: UTF8.self).replacing("X", with: "0"))
    }

    /// Whether the code is `AVERROR(EINVAL)`, which FFmpeg gives for a format that is not allowed, too.
    package var isInvalidArgument: Bool { code == phonolith_averror(EINVAL) }

    /// Whether the code is `AVERROR(EAGAIN)`: the other side has to be served first.
    package var wantsMore: Bool { code == phonolith_averror(EAGAIN) }
}

/// Calls a function of FFmpeg and turns a negative answer into an error that names the function.
@discardableResult
func check(_ function: String, _ body: () -> CInt) throws(AVError) -> CInt {
    let answer = body()
    guard answer >= 0 else { throw AVError(code: answer, function: function) }
    return answer
}

/// The same for functions that answer with a pointer, `NULL` where memory ran out.
func allocated<Pointer>(_ function: String, _ body: () -> Pointer?) throws(AVError) -> Pointer {
    guard let pointer = body() else {
        throw AVError(code: phonolith_averror(ENOMEM), function: function)
    }
    return pointer
}

/// Frees a handle by the function for it, which takes the address of the pointer and sets the pointer to `NULL`.
func freeHandle<Handle>(
    _ handle: UnsafeMutablePointer<Handle>,
    by free: (UnsafeMutablePointer<UnsafeMutablePointer<Handle>?>?) -> Void
) {
    var handle: UnsafeMutablePointer<Handle>? = handle
    free(&handle)
}

/// The same for handles whose type C does not show.
func freeHandle(_ handle: OpaquePointer, by free: (UnsafeMutablePointer<OpaquePointer?>?) -> Void) {
    var handle: OpaquePointer? = handle
    free(&handle)
}

/// Refuses pipes, sockets and devices with the code of `ESPIPE`: opening a pipe waits until something writes
/// to it, and none of them can be sought.
func refusePipe(_ path: MediaPath, _ function: String) throws(AVError) {
    guard let status = path.status, !status.isRegularFile, !status.isFolder else { return }
    throw AVError(code: phonolith_averror(ESPIPE), function: function)
}
