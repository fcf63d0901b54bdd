import FoundationEssentials
internal import PhonolithMediaModel
internal import Synchronization

/// The name of a program that plays or records, as mixers, the bus and the history show it.
package struct ProgramName: Hashable, Sendable {
    /// One line for people, of at most 100 Unicode scalars.
    package let shown: String
    /// The name for machines: `a`…`z`, digits, `_` and `-`, at most 100 of them, the first of which is no digit, as an element of a
    /// bus name must be (D-Bus Specification, "Bus names").
    package let identifier: String

    /// The name of a program where it has none that can be shown.
    private static let unnamed = "player"

    /// Takes the part of a text that can be shown, and the part of that which machines accept.
    ///
    /// - Parameter text: `nil`, or a text without a character that can be seen, for the name of the process.
    package init(_ text: String? = nil) {
        let own = text.map(Self.line) ?? ""
        guard own.isEmpty else {
            (shown, identifier) = (own, Self.identifier(of: own))
            return
        }
        self = Self.ofProcess
    }

    private init(named text: String) {
        let line = Self.line(text)
        shown = line.isEmpty ? Self.unnamed : line
        identifier = Self.identifier(of: shown)
    }

    private static let chosen = Mutex<ProgramName?>(nil)

    /// The name of the process: that of its file, unless its program has chosen another one for all that it does.
    package static var ofProcess: ProgramName {
        chosen.withLock { $0 } ?? ProgramName(named: ProcessInfo.processInfo.processName)
    }

    /// Chooses the name of the process, before anything is played or recorded.
    package static func nameProcess(_ name: String) {
        chosen.withLock { $0 = ProgramName(named: name) }
    }

    private static func line(_ text: String) -> String {
        let scalars = text.asPlayerName.unicodeScalars.map { scalar in
            scalar.properties.isWhitespace ? " " : scalar
        }
        return String(String.UnicodeScalarView(scalars)).split(separator: " ").joined(
            separator: " ")
    }

    private static func identifier(of name: String) -> String {
        let words = name.folded.split { character in
            !(character.isASCII && (character.isLetter || character.isNumber))
                && character != "_" && character != "-"
        }
        let joined = String(words.joined(separator: "_").lowercased().prefix(99))
        guard joined.contains(where: { $0.isLetter || $0.isNumber }) else { return unnamed }
        return joined.first?.isNumber == true ? "_\(joined)" : joined
    }
}
