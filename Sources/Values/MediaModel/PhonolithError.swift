public import FoundationEssentials

/// The error of a module: a code to match, the thing that it is about, and the cause.
///
/// Its description is one line that names the thing, what went wrong, and what to do; `localizedDescription` is the same.
public protocol PhonolithError: LocalizedError, CustomStringConvertible, Hashable, Sendable {
    /// The codes of the module.
    associatedtype Code: ErrorCode
    /// The kind of the error, to be matched; later versions may have more.
    var code: Code { get }
    /// The path, address, device, name or id in question; empty where there is none.
    var subject: String { get }
    /// The error of a layer below that led to this one; `nil` if there is none.
    var cause: (any Error)? { get }
}

extension PhonolithError {
    /// Nothing below failed.
    public var cause: (any Error)? { nil }

    /// The same line as `description`.
    public var errorDescription: String? { description }

    /// The failure: the line up to its remedy.
    public var failureReason: String? { String(description[..<remedyStart]) }

    /// The remedy: the words behind the last semicolon of the line; `nil` where there are none.
    public var recoverySuggestion: String? {
        let words = description[remedyStart...].drop { $0 == ";" || $0 == " " }
        return words.isEmpty ? nil : String(words)
    }

    /// There is no other help.
    public var helpAnchor: String? { nil }

    private var remedyStart: String.Index {
        description.lastIndex(of: ";") ?? description.endIndex
    }
}

/// A kind of error, or of remark, by its name. New ones may come, so that a `switch` over them has a `default`.
public protocol ErrorCode: RawRepresentable, Hashable, Sendable, CustomStringConvertible
where RawValue == String {}

extension ErrorCode {
    /// The name.
    public var description: String { rawValue }
}
