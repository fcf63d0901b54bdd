internal import CPhonolithFFmpeg
internal import Synchronization

/// Sees the bytes of a connection as they come from the server, without the titles of a radio station in between.
package protocol StreamObserver: AnyObject, Sendable {
    /// Called on the thread that reads, for all bytes, also those that come again after a seek.
    ///
    /// - Parameters:
    ///   - offset: Where the first byte is in the source; counted on where a station was called again.
    ///   - title: The last title of a radio station before these bytes (ICY).
    func received(_ bytes: UnsafeRawBufferPointer, at offset: Int, title: String?)
}

/// Shows an observer what FFmpeg reads from a server.
///
/// FFmpeg has no call for it: the function by which its buffer is filled is replaced, and calls the one that was there.
final class StreamTap: @unchecked Sendable {
    // Sendable by proof: only the thread that reads touches it; the table of all taps is a mutex.

    private typealias Reading =
        @convention(c) (UnsafeMutableRawPointer?, UnsafeMutablePointer<UInt8>?, CInt) -> CInt
    private typealias Opening =
        @convention(c) (
            UnsafeMutablePointer<AVFormatContext>?,
            UnsafeMutablePointer<UnsafeMutablePointer<AVIOContext>?>?, UnsafePointer<CChar>?, CInt,
            UnsafeMutablePointer<OpaquePointer?>?
        ) -> CInt

    /// By the address of the connection, which is all that FFmpeg passes.
    private static let taps = Mutex<[UInt: StreamTap]>([:])

    private let observer: any StreamObserver
    private var source: UnsafeMutablePointer<AVIOContext>?
    private var connection: UInt?
    private var reading: Reading?
    private var opening: Opening?

    init(_ observer: any StreamObserver) { self.observer = observer }

    /// Observes the source that is opened next for a context; later ones, as of HLS, are not seen.
    func install(in context: UnsafeMutablePointer<AVFormatContext>) {
        opening = context.pointee.io_open
        context.pointee.opaque = Unmanaged.passUnretained(self).toOpaque()
        context.pointee.io_open = { context, source, address, flags, options in
            guard let context, let opaque = context.pointee.opaque else { return StreamTap.invalid }
            let tap = Unmanaged<StreamTap>.fromOpaque(opaque).takeUnretainedValue()
            context.pointee.io_open = tap.opening
            context.pointee.opaque = nil
            let result = tap.opening?(context, source, address, flags, options) ?? StreamTap.invalid
            if result >= 0, let source = source?.pointee { tap.observe(source) }
            return result
        }
    }

    /// Ends it, before FFmpeg frees the source.
    func remove() {
        if let connection { _ = Self.taps.withLock { $0.removeValue(forKey: connection) } }
        connection = nil
    }

    private static let invalid = phonolith_averror(22)

    private func observe(_ source: UnsafeMutablePointer<AVIOContext>) {
        let connection = UInt(bitPattern: source.pointee.opaque)
        (self.source, self.connection) = (source, connection)
        reading = source.pointee.read_packet
        Self.taps.withLock { $0[connection] = self }
        source.pointee.read_packet = { opaque, buffer, size in
            let tap = StreamTap.taps.withLock { $0[UInt(bitPattern: opaque)] }
            return tap?.read(opaque, buffer, size) ?? StreamTap.invalid
        }
    }

    private func read(
        _ opaque: UnsafeMutableRawPointer?, _ buffer: UnsafeMutablePointer<UInt8>?, _ size: CInt
    ) -> CInt {
        guard let reading, let source else { return StreamTap.invalid }
        let offset = Int(source.pointee.pos)
        let count = reading(opaque, buffer, size)
        if count > 0 {
            observer.received(
                UnsafeRawBufferPointer(start: buffer, count: Int(count)), at: offset,
                title: AudioInput.stationTitle(of: source))
        }
        return count
    }
}
