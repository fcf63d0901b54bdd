public import FoundationEssentials

/// The value of a property, and the value that a predicate compares it with.
public enum MediaValue: Hashable, Sendable {
    /// Text.
    case text(String)
    /// Several texts, in order; never empty.
    case texts([String])
    /// A whole number.
    case integer(Int)
    /// A number.
    case number(Double)
    /// Yes or no.
    case boolean(Bool)
    /// A date and time.
    case timestamp(Date)
    /// Bytes that are not text.
    case bytes([UInt8])
    /// Chapters; never empty.
    case chapters([Chapter])
    /// Credits; never empty.
    case credits([MediaCredit])
    /// Tags by their names; never empty.
    case tags([MediaTag])
    /// Pictures; never empty.
    case artwork([MediaArtwork])

    /// A number to thousandths, as times are shown.
    ///
    /// It is rounded to millionths first: sums of the same durations differ in their last digits by the order in which
    /// a database adds them, and one between two thousandths must not be rounded once up and once down.
    package static func thousandths(_ number: Double) -> MediaValue {
        .number(((number * 1_000_000).rounded() / 1000).rounded() / 1000)
    }
}

extension MediaValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral
{
    /// Text, so that a predicate reads `.equalTo(.artist, "Björk")`.
    public init(stringLiteral value: String) { self = .text(value) }

    /// A whole number, so that a predicate reads `.atLeast(.year, 1995)`.
    public init(integerLiteral value: Int) { self = .integer(value) }

    /// A number.
    public init(floatLiteral value: Double) { self = .number(value) }

    /// Yes or no.
    public init(booleanLiteral value: Bool) { self = .boolean(value) }
}
