import PhonolithMediaModel

/// A stretch of the bytes of a representation; never empty.
package struct ByteRange: Hashable, Sendable {
    /// The position of the first byte.
    package let first: Int
    /// The position of the last byte, which belongs to the range.
    package let last: Int

    /// - Precondition: `0 <= first <= last`.
    package init(_ first: Int, _ last: Int) {
        precondition(0 <= first && first <= last, "a byte range holds at least one byte")
        self.first = first
        self.last = last
    }

    /// How many bytes it holds.
    package var count: Int { last - first + 1 }
}

/// The ranges that a client requests in a `Range` header (RFC 9110, 14.1.2 and 14.2), before the length of the
/// representation is known.
package struct RangeRequest: Hashable, Sendable {
    /// One of the ranges in the header.
    package enum Part: Hashable, Sendable {
        /// `first-last`; `last` may be beyond the end.
        case between(Int, Int)
        /// `first-`: from there to the end.
        case from(Int)
        // `-count`: the last bytes.
        case suffix(Int)
    }

    /// The ranges in the order of the header; at least one.
    package let parts: [Part]

    /// More ranges than this are no honest request (RFC 9110, 17.15), and the header is ignored.
    static let limit = 64

    /// Parses a `Range` header; `nil` for another unit and for a header that is not well formed, both of
    /// which a server ignores.
    package init?(_ header: String) {
        let pieces = header.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard pieces.count == 2, pieces[0].lowercased() == "bytes" else { return nil }
        var parts: [Part] = []
        for piece in pieces[1].split(separator: ",", omittingEmptySubsequences: false) {
            let text = piece.trimmingBlanks
            // A list may have empty elements (RFC 9110, 5.6.1.2).
            if text.isEmpty { continue }
            guard let part = Part(text), parts.count < Self.limit else { return nil }
            parts.append(part)
        }
        if parts.isEmpty { return nil }
        self.parts = parts
    }

    /// Which bytes of a representation of this length answer the request.
    package func answer(length: Int) -> RangeAnswer {
        let ranges = parts.compactMap { $0.range(length: length) }
        // Several ranges would need multipart/byteranges, which no player asks for. A server may answer with
        // the whole instead (RFC 9110, 14.2), and does so unless they are one stretch in truth.
        guard let first = ranges.first else {
            // The last bytes of nothing can be had: they are nothing.
            let isOfNothing =
                length == 0 && parts.contains { if case .suffix(1...) = $0 { true } else { false } }
            return isOfNothing ? .whole : .unsatisfiable
        }
        var joined = first
        for next in ranges.dropFirst() {
            guard next.first >= joined.first, next.first <= joined.last + 1 else { return .whole }
            joined = ByteRange(joined.first, max(joined.last, next.last))
        }
        return .part(joined)
    }
}

/// Which bytes a request gets.
package enum RangeAnswer: Hashable, Sendable {
    // All (status 200).
    case whole
    // These (status 206).
    case part(ByteRange)
    /// None: nothing that was requested exists (status 416).
    case unsatisfiable
}

extension RangeRequest.Part {
    /// Parses `0-99`, `100-` or `-50`; `nil` for anything else, and for a range that ends before it begins.
    fileprivate init?(_ text: Substring) {
        let ends = text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        guard ends.count == 2 else { return nil }
        switch (ends[0].isEmpty, ends[1].isEmpty) {
        case (true, true): return nil
        case (true, false):
            guard let count = ends[1].decimal else { return nil }
            self = .suffix(count)
        case (false, true):
            guard let first = ends[0].decimal else { return nil }
            self = .from(first)
        case (false, false):
            guard let first = ends[0].decimal, let last = ends[1].decimal, first <= last else {
                return nil
            }
            self = .between(first, last)
        }
    }

    /// The bytes that the part means; `nil` if there are none of them.
    fileprivate func range(length: Int) -> ByteRange? {
        switch self {
        case .between(let first, let last):
            first < length ? ByteRange(first, min(last, length - 1)) : nil
        case .from(let first): first < length ? ByteRange(first, length - 1) : nil
        case .suffix(let count):
            count > 0 && length > 0 ? ByteRange(max(0, length - count), length - 1) : nil
        }
    }
}

extension Substring {
    /// Without the spaces and tabs around it (RFC 9110, 5.6.3).
    fileprivate var trimmingBlanks: Substring {
        var text = self
        while let first = text.first, first == " " || first == "\t" { text.removeFirst() }
        while let last = text.last, last == " " || last == "\t" { text.removeLast() }
        return text
    }

    /// The number of digits alone; the greatest for one that is too large for an integer; `nil` for anything else.
    fileprivate var decimal: Int? {
        guard !isEmpty, utf8.allSatisfy(\.isDigit) else { return nil }
        return Int(self) ?? .max
    }
}
