import FoundationEssentials
import Glibc
package import HTTPTypes
package import Hummingbird
import NIOCore
package import PhonolithFiles
import PhonolithMediaModel
package import PhonolithStreaming
import Synchronization

/// Bytes to send: a file of the library, or a picture out of it.
package struct ByteAnswer: Sendable {
    // Where the bytes are.
    package enum Source: Sendable {
        case file(OpenFile, FileReader)
        case memory([UInt8])
        /// The result of a worker; the hold keeps the worker running until it is read.
        case transcode(TranscodeCache, TranscodeRequest, Hold?)
        /// Files that are opened one after the other.
        case archive(ZipArchive, @Sendable (_ index: Int) async throws -> OpenFile, FileReader)

        /// Whether a part of the bytes can be sent: an archive has checksums of what is before.
        fileprivate var hasRanges: Bool { if case .archive = self { false } else { true } }
    }

    package var source: Source
    package var representation: Representation
    package var mimeType: String
    package var headers: HTTPFields = [:]
    /// Whether the length is known; else all bytes are sent, as many as there are.
    package var hasLength = true

    package init(
        _ source: Source, _ representation: Representation, mimeType: String,
        headers: HTTPFields = [:]
    ) {
        self.source = source
        self.representation = representation
        self.mimeType = mimeType
        self.headers = headers
    }

    /// Bytes that were made for this answer.
    ///
    /// - Parameters:
    ///   - tag: `nil` for one that is made of the bytes.
    ///   - caching: The policy for caches.
    package init(
        _ bytes: [UInt8], tag: EntityTag? = nil, mimeType: String,
        caching: String = "private, no-cache"
    ) {
        let tag = tag ?? EntityTag(ContentDigest(of: bytes).hexadecimal)
        self.init(
            .memory(bytes), Representation(length: bytes.count, tag: tag), mimeType: mimeType,
            headers: [.cacheControl: caching])
    }

    /// The response to a request with these conditions; without its body for HEAD.
    package func response(to conditions: RequestConditions, isHead: Bool) -> Response {
        var conditions = conditions
        // Ranges are for GET (RFC 9110, 14.2).
        let hasRanges = hasLength && source.hasRanges
        if isHead || !hasRanges { conditions.range = nil }
        var headers = headers
        headers[.eTag] = representation.tag.description
        // Not after the answer itself (RFC 9110, 8.8.2.1).
        headers[.lastModified] = representation.modified.map {
            HTTPDate.text(min($0, Int(Date.now.secondsSince1970)))
        }
        headers[.acceptRanges] = hasRanges ? "bytes" : "none"
        switch representation.answer(to: conditions) {
        case .notModified:
            return Response(status: .notModified, headers: headers)
        case .preconditionFailed:
            return Response(status: .preconditionFailed, headers: headers)
        case .bytes where !hasLength:
            headers[.contentType] = mimeType
            return unmeasured(headers, isHead)
        case .bytes(.unsatisfiable):
            headers[.contentRange] = "bytes */\(representation.length)"
            return Response(status: .rangeNotSatisfiable, headers: headers)
        case .bytes(.whole):
            headers[.contentType] = mimeType
            let all =
                representation.length > 0 ? ByteRange(0, representation.length - 1) : nil
            return respond(.ok, all, headers, isHead)
        case .bytes(.part(let range)):
            headers[.contentType] = mimeType
            headers[.contentRange] =
                "bytes \(range.first)-\(range.last)/\(representation.length)"
            return respond(.partialContent, range, headers, isHead)
        }
    }

    private func respond(
        _ status: HTTPResponse.Status, _ range: ByteRange?, _ headers: HTTPFields, _ isHead: Bool
    ) -> Response {
        guard let range, !isHead else {
            var headers = headers
            headers[.contentLength] = String(range?.count ?? 0)
            return Response(status: status, headers: headers)
        }
        return Response(status: status, headers: headers, body: body(range))
    }

    /// Bytes of a transcode whose length is not known yet.
    private func unmeasured(_ headers: HTTPFields, _ isHead: Bool) -> Response {
        guard !isHead, case .transcode(let cache, let request, let hold) = source else {
            return Response(
                status: .ok, headers: headers,
                body: ResponseBody { writer in try await writer.finish(nil) })
        }
        return Response(
            status: .ok, headers: headers,
            body: ResponseBody { writer in
                defer { withExtendedLifetime(hold) {} }
                let reader = cache.reader(of: request)
                while let bytes = try await reader.next() {
                    try await writer.write(ByteBuffer(bytes: bytes))
                }
                try await writer.finish(nil)
            })
    }

    private func body(_ range: ByteRange) -> ResponseBody {
        switch source {
        case .transcode(let cache, let request, let hold):
            return ResponseBody(contentLength: range.count) { writer in
                defer { withExtendedLifetime(hold) {} }
                let reader = cache.reader(of: request, from: range.first, count: range.count)
                while let bytes = try await reader.next() {
                    try await writer.write(ByteBuffer(bytes: bytes))
                }
                try await writer.finish(nil)
            }
        case .archive(let archive, let open, let reader):
            return archive.body(opening: open, reader)
        case .memory(let bytes):
            return ResponseBody(byteBuffer: ByteBuffer(bytes: bytes[range.first...range.last]))
        case .file(let file, let reader):
            return ResponseBody(contentLength: range.count) { writer in
                var part = FilePart(range, of: file, reader)
                while let piece = try await part.next() { try await writer.write(piece) }
                try await writer.finish(nil)
            }
        }
    }
}

/// A range of a file, read piece by piece.
private struct FilePart {
    private let file: OpenFile
    private let reader: FileReader
    private let pieces = FilePieces()
    private var first: Int
    private let last: Int

    init(_ range: ByteRange, of file: OpenFile, _ reader: FileReader) {
        (self.file, self.reader) = (file, reader)
        (first, last) = (range.first, range.last)
    }

    /// The next bytes; `nil` at the end.
    mutating func next() async throws -> ByteBuffer? {
        guard first <= last else { return nil }
        let (rest, file, pieces) = (ByteRange(first, last), file, pieces)
        let bytes = try await reader.perform { try pieces.read(rest, of: file) }
        first += bytes.readableBytes
        return bytes
    }
}

extension ZipArchive {
    /// The archive, made while it is sent. A file that has another size by then breaks it off.
    fileprivate func body(
        opening open: @escaping @Sendable (_ index: Int) async throws -> OpenFile,
        _ reader: FileReader
    ) -> ResponseBody {
        ResponseBody(contentLength: length) { writer in
            var checksums: [UInt32] = []
            for (index, entry) in entries.enumerated() {
                try await writer.write(ByteBuffer(bytes: header(of: entry)))
                let file = try await open(index)
                guard file.representation.length == entry.size else {
                    throw OpenFile.Failure.shortened
                }
                var checksum: UInt32 = 0
                if entry.size > 0 {
                    var part = FilePart(ByteRange(0, entry.size - 1), of: file, reader)
                    while let piece = try await part.next() {
                        checksum = piece.withUnsafeReadableBytes { Self.checksum(checksum, $0) }
                        try await writer.write(piece)
                    }
                }
                checksums.append(checksum)
                try await writer.write(
                    ByteBuffer(bytes: descriptor(of: entry, checksum: checksum)))
            }
            try await writer.write(ByteBuffer(bytes: directory(checksums: checksums)))
            try await writer.finish(nil)
        }
    }
}

extension RequestConditions {
    /// Reads what a request's headers say.
    package init(_ headers: HTTPFields) {
        self.init()
        range = headers[.range]
        ifMatch = headers[.ifMatch]
        ifUnmodifiedSince = headers[.ifUnmodifiedSince].flatMap(HTTPDate.seconds)
        ifNoneMatch = headers[.ifNoneMatch]
        ifModifiedSince = headers[.ifModifiedSince].flatMap(HTTPDate.seconds)
        if let text = headers[.ifRange] {
            ifRangeTag = EntityTag(header: text)
            ifRangeDate = ifRangeTag == nil ? HTTPDate.seconds(text) : nil
            hasUnreadableIfRange = ifRangeTag == nil && ifRangeDate == nil
        }
    }
}

/// Dates as HTTP writes them: `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, 5.6.7).
enum HTTPDate {
    private static let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// - Parameter seconds: Since 1970.
    static func text(_ seconds: Int) -> String {
        let text = Array(Date(secondsSince1970: seconds).iso8601)
        let month = Int(String(text[5..<7])) ?? 1
        // 1970-01-01 was a Thursday.
        let day = Int((Double(seconds) / 86_400).rounded(.down)) % 7
        return "\(days[(day + 7) % 7]), \(String(text[8..<10])) \(months[month - 1]) "
            + "\(String(text[0..<4])) \(String(text[11..<19])) GMT"
    }

    /// Seconds since 1970; `nil` for any other form, also for the two that are obsolete and that no client of today
    /// writes.
    static func seconds(_ text: String) -> Int? {
        let parts = text.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 6, parts[5] == "GMT", parts[0].hasSuffix(","),
            let month = months.firstIndex(of: String(parts[2])), parts[1].utf8.count == 2,
            parts[3].utf8.count == 4
        else { return nil }
        return Date(iso8601: "\(parts[3])-\((month + 1).padded(2))-\(parts[1])T\(parts[4])Z")?
            .secondsSince1970
    }
}

/// The memory in which a file passes on its way to a client, piece by piece. While one piece is sent the next is read
/// into the memory of the one before: new memory for each cost as much as reading, because the system gives it page by
/// page.
final class FilePieces: Sendable {
    private struct Memory {
        var next = ByteBuffer()
        var last = ByteBuffer()
    }

    private let memory = Mutex(Memory())

    /// Reads the beginning of a range. Blocks its thread.
    func read(_ range: ByteRange, of file: OpenFile) throws -> ByteBuffer {
        try memory.withLock { memory in
            swap(&memory.next, &memory.last)
            // Other memory, where a client is so slow that not even that has been sent.
            memory.last.clear(minimumCapacity: FileReader.chunk)
            try memory.last.writeWithUnsafeMutableBytes(minimumWritableBytes: FileReader.chunk) {
                try file.read(
                    range,
                    into: UnsafeMutableRawBufferPointer(rebasing: $0.prefix(FileReader.chunk)))
            }
            return memory.last
        }
    }
}
