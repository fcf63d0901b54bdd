import Glibc
package import PhonolithMediaModel

/// Arguments as text for the parser, from which their bytes can be recovered: on Linux a name need not be
/// UTF-8, and Swift would replace the bytes that are not.
///
/// A byte that is not a part of UTF-8 becomes one of the last 128 characters of the last private plane, U+10FF80
/// to U+10FFFF. Such a character in an argument is itself taken byte by byte, so each text has one meaning.
package enum ArgumentText {
    private static let first: UInt32 = 0x10FF80

    /// The arguments of the process, without its name.
    package static var ofProcess: [String] {
        (1..<max(1, Int(CommandLine.argc))).compactMap { index in
            CommandLine.unsafeArgv[index].map { argument in
                text(Array(UnsafeRawBufferPointer(start: argument, count: strlen(argument))))
            }
        }
    }

    // The text for bytes.
    package static func text(_ bytes: [UInt8]) -> String {
        if let text = String(validating: bytes, as: UTF8.self),
            !text.unicodeScalars.contains(where: isEscape)
        {
            return text
        }
        var text = String.UnicodeScalarView()
        var rest = bytes[...]
        while !rest.isEmpty {
            let scalar = (1...min(4, rest.count)).lazy.compactMap { Self.scalar(rest.prefix($0)) }
                .first
            if let scalar, !isEscape(scalar) {
                text.append(scalar)
                rest = rest.dropFirst(UTF8.width(scalar))
            } else {
                text.append(escape(rest.removeFirst()))
            }
        }
        return String(text)
    }

    /// The bytes of a text.
    package static func bytes(_ text: String) -> [UInt8] {
        guard text.unicodeScalars.contains(where: isEscape) else { return Array(text.utf8) }
        return text.unicodeScalars.flatMap { scalar in
            isEscape(scalar)
                ? [UInt8(scalar.value - first) + 0x80] : Array(UTF8.encode(scalar) ?? .init())
        }
    }

    package static func isEscape(_ scalar: Unicode.Scalar) -> Bool { scalar.value >= first }

    private static func escape(_ byte: UInt8) -> Unicode.Scalar {
        // ASCII is always UTF-8, so that only the upper half needs an escape.
        Unicode.Scalar(first + UInt32(byte & 0x7F)) ?? "\u{FFFD}"
    }

    private static func scalar(_ bytes: ArraySlice<UInt8>) -> Unicode.Scalar? {
        guard let scalars = String(validating: bytes, as: UTF8.self)?.unicodeScalars,
            scalars.count == 1
        else { return nil }
        return scalars.first
    }
}

extension MediaPath {
    /// The path that an argument names, byte by byte.
    package init(argument: String) { self.init(bytes: ArgumentText.bytes(argument)) }
}

extension Double {
    /// Seconds from `90`, `1:30` or `1:02:03.5`, below 10⁹; `nil` for anything else.
    package init?(clockText text: some StringProtocol) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        let hasOnlyDigits = parts.allSatisfy { $0.utf8.allSatisfy { $0.isDigit || $0 == 0x2E } }
        guard hasOnlyDigits, (1...3).contains(parts.count),
            let seconds = Double(parts[parts.count - 1])
        else { return nil }
        let whole = parts.dropLast().compactMap { Int($0) }.map(Double.init)
        guard whole.count == parts.count - 1,
            (whole + [seconds]).dropFirst().allSatisfy({ $0 < 60 })
        else { return nil }
        self = (whole + [seconds]).reduce(0) { $0 * 60 + $1 }
        if self >= 1e9 { return nil }
    }
}
