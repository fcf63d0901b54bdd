import PhonolithFiles

/// Reads the bytes of a transcode, piece by piece, and waits for those that are not made yet. For one task.
package final class TranscodeReader {
    private let cache: TranscodeCache
    private let request: TranscodeRequest
    private let end: Int
    private var position: Int
    private var source: Source?

    // Where bytes come from.
    enum Source: Sendable {
        case complete(OpenFile)
        /// A file that is still written, as long as it is held.
        case growing(OpenFile, GrowingFile, Hold)
    }

    init(
        _ cache: TranscodeCache, _ request: TranscodeRequest, from position: Int, count: Int?
    ) {
        self.cache = cache
        self.request = request
        self.position = position
        end = count.map { position + $0 } ?? .max
    }

    /// The next bytes; `nil` after the last.
    ///
    /// - Throws: Why there are no more.
    package func next() async throws -> [UInt8]? {
        guard position < end else { return nil }
        if source == nil { source = try await cache.source(of: request, at: position) }
        guard let source, let (file, last) = try await available(in: source) else { return nil }
        let bytes = try await cache.files.bytes(ByteRange(position, last), of: file)
        position += bytes.count
        return bytes
    }

    /// The last byte that can be read now.
    private func available(in source: Source) async throws -> (OpenFile, Int)? {
        switch source {
        case .complete(let file):
            let last = min(end, file.representation.length) - 1
            return last >= position ? (file, last) : nil
        case .growing(let file, let written, _):
            guard try await written.hasByte(at: position) else { return nil }
            return (file, min(end, written.count) - 1)
        }
    }
}
