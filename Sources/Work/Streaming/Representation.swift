/// The facts of bytes that may be sent, as far as conditions and ranges need them.
package struct Representation: Hashable, Sendable {
    /// How many bytes it has.
    package var length: Int
    // Changes with the bytes.
    package var tag: EntityTag
    /// When the bytes were last changed, in seconds since 1970; `nil` if unknown: conditions with dates do not count.
    package var modified: Int?

    package init(length: Int, tag: EntityTag, modified: Int? = nil) {
        self.length = length
        self.tag = tag
        self.modified = modified
    }
}

/// The headers of a request that decide which bytes it gets. Dates are parsed already, because their form is a
/// matter of HTTP.
package struct RequestConditions: Hashable, Sendable {
    // `Range`.
    package var range: String?
    /// `If-Range`, where it is a tag.
    package var ifRangeTag: EntityTag?
    /// `If-Range`, where it is a date, in seconds since 1970.
    package var ifRangeDate: Int?
    /// Whether there is an `If-Range` that is neither: its range never counts.
    package var hasUnreadableIfRange = false
    // `If-Match`.
    package var ifMatch: String?
    /// `If-Unmodified-Since`, in seconds since 1970.
    package var ifUnmodifiedSince: Int?
    // `If-None-Match`.
    package var ifNoneMatch: String?
    /// `If-Modified-Since`, in seconds since 1970.
    package var ifModifiedSince: Int?

    package init() {}
}

/// The answer to a request for a representation.
package enum RepresentationAnswer: Hashable, Sendable {
    /// The client has it already (status 304).
    case notModified
    /// The bytes are not those that the client means (status 412).
    case preconditionFailed
    /// All bytes or a part of them.
    case bytes(RangeAnswer)
}

extension Representation {
    /// Decides what a GET or HEAD gets, in the order of RFC 9110, 13.2.2: first whether the client means this
    /// representation, then whether it has it, then whether its range still counts, then the range.
    package func answer(to request: RequestConditions) -> RepresentationAnswer {
        if !isMeant(by: request) { return .preconditionFailed }
        if let tags = request.ifNoneMatch {
            if tag.isNamed(in: tags) { return .notModified }
        } else if let date = request.ifModifiedSince, let modified, modified <= date {
            return .notModified
        }
        guard let header = request.range, isStill(as: request),
            let range = RangeRequest(header)
        else { return .bytes(.whole) }
        return .bytes(range.answer(length: length))
    }

    /// Whether `If-Match`, or without it `If-Unmodified-Since`, allows an answer (RFC 9110, 13.1.1 and 13.1.4).
    private func isMeant(by request: RequestConditions) -> Bool {
        if let tags = request.ifMatch { return tag.isNamedStrongly(in: tags) }
        if let date = request.ifUnmodifiedSince, let modified { return modified <= date }
        return true
    }

    /// Whether `If-Range` allows a part (RFC 9110, 13.1.5). A date is a strong validator only if it is the exact
    /// one.
    private func isStill(as request: RequestConditions) -> Bool {
        if request.hasUnreadableIfRange { return false }
        if let other = request.ifRangeTag { return tag.matchesStrongly(other) }
        if let date = request.ifRangeDate { return date == modified }
        return true
    }
}
