import CPhonolithZlib
import HTTPTypes
import Hummingbird
import NIOCore

/// Bytes compressed as gzip (RFC 1952), piece by piece.
struct Gzip: ~Copyable {
    private let stream: UnsafeMutablePointer<z_stream>
    /// A piece that is compressed at once: less than a millisecond on any machine, so that no other request waits for it.
    private static let piece = 64 << 10

    // - Throws: ``OutOfMemory``.
    init() throws {
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        // 15 bits of window, and 16 for the header of gzip. Level 4 takes half the time of the default, for answers a
        // tenth larger.
        let code = deflateInit2_(
            stream, 4, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
            CInt(MemoryLayout<z_stream>.size))
        guard code == Z_OK else { throw OutOfMemory() }
    }

    struct OutOfMemory: Error {}

    deinit {
        deflateEnd(stream)
        stream.deallocate()
    }

    /// Compresses bytes; what is not full yet comes with a later call.
    mutating func compress(_ bytes: ByteBuffer, isLast: Bool = false) throws -> ByteBuffer {
        var (rest, result) = (bytes, ByteBuffer())
        repeat {
            let part = rest.readSlice(length: min(rest.readableBytes, Self.piece)) ?? ByteBuffer()
            let ends = isLast && rest.readableBytes == 0
            try part.withUnsafeReadableBytes { part in
                // It only reads what it compresses; the type is older than `const`.
                stream.pointee.next_in = UnsafeMutablePointer(
                    mutating: part.bindMemory(to: UInt8.self).baseAddress)
                stream.pointee.avail_in = CUnsignedInt(part.count)
                try deflate(into: &result, ends: ends)
            }
        } while rest.readableBytes > 0
        return result
    }

    private func deflate(into result: inout ByteBuffer, ends: Bool) throws {
        var isFull = true
        while isFull {
            result.writeWithUnsafeMutableBytes(minimumWritableBytes: 16 << 10) { space in
                stream.pointee.next_out = space.bindMemory(to: UInt8.self).baseAddress
                stream.pointee.avail_out = CUnsignedInt(space.count)
                // It cannot fail: there is space, and the state is one that it made.
                _ = CPhonolithZlib.deflate(stream, ends ? Z_FINISH : Z_NO_FLUSH)
                isFull = stream.pointee.avail_out == 0
                return space.count - Int(stream.pointee.avail_out)
            }
        }
    }
}

extension Response {
    /// The response as a client wants it that understands gzip: text is compressed, unless it is so short that it would not
    /// pay, or has an encoding already. Media and parts of files are not.
    func compressed(for request: Request) -> Response {
        guard Self.isText(headers[.contentType]), headers[.contentEncoding] == nil,
            status != .partialContent, status != .notModified, status != .noContent
        else { return self }
        var response = self
        response.headers[.vary] = Self.adding("Accept-Encoding", to: headers[.vary])
        guard request.headers[values: .acceptEncoding].contains(where: Self.wantsGzip),
            body.contentLength.map({ $0 >= 1000 }) ?? true
        else { return response }
        response.headers[.contentEncoding] = "gzip"
        response.headers[.contentLength] = nil
        response.headers[.acceptRanges] = nil
        // Other bytes of the same meaning (RFC 9110, 8.8.1).
        if let tag = headers[.eTag], !tag.hasPrefix("W/") { response.headers[.eTag] = "W/" + tag }
        let body = body
        response.body = ResponseBody { writer in
            try await body.write(GzipWriter(writer, try Gzip()))
        }
        return response
    }

    /// Whether a type is text that is sent as a whole: events are to arrive one by one.
    private static func isText(_ type: String?) -> Bool {
        let name = type?.prefix { $0 != ";" }.lowercased() ?? ""
        if name.hasPrefix("text/") { return name != "text/event-stream" }
        return [
            "application/json", "application/problem+json", "application/x-ndjson",
            "application/xml", "application/javascript", "application/manifest+json",
            "image/svg+xml",
        ].contains(name)
    }

    /// Whether gzip is one of the codings that a field names, and not with a quality of 0 (RFC 9110, 12.5.3).
    private static func wantsGzip(_ field: String) -> Bool {
        field.lowercased().split(separator: ",").contains { coding in
            let parts = coding.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" } }
            guard let name = parts.first, ["gzip", "x-gzip"].contains(name) else { return false }
            let quality = parts.dropFirst().first { $0.hasPrefix("q=") }
            return quality.flatMap { Double($0.dropFirst(2)) } != 0
        }
    }

    private static func adding(_ name: String, to list: String?) -> String {
        guard let list, !list.isEmpty else { return name }
        return list.lowercased().contains(name.lowercased()) ? list : "\(list), \(name)"
    }
}

/// Compresses what is written through it.
private struct GzipWriter: ResponseBodyWriter {
    private var writer: any ResponseBodyWriter
    private let stream: Stream

    /// The state of one body, which is written by one task.
    private final class Stream: @unchecked Sendable {
        // Sendable by proof: a body is written by one task at a time.
        var gzip: Gzip

        init(_ gzip: consuming Gzip) { self.gzip = gzip }
    }

    init(_ writer: any ResponseBodyWriter, _ gzip: consuming Gzip) {
        self.writer = writer
        stream = Stream(gzip)
    }

    @concurrent mutating func write(_ buffer: ByteBuffer) async throws {
        let compressed = try stream.gzip.compress(buffer)
        if compressed.readableBytes > 0 { try await writer.write(compressed) }
    }

    @concurrent consuming func finish(_ trailingHeaders: HTTPFields?) async throws {
        try await writer.write(stream.gzip.compress(ByteBuffer(), isLast: true))
        try await writer.finish(trailingHeaders)
    }
}
