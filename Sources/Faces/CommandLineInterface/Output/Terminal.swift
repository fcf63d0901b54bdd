import Glibc
import Synchronization

/// The streams of the process.
package enum Terminal {
    package static var outputIsTerminal: Bool { CommandEnvironment.current.outputIsTerminal }
    package static var errorIsTerminal: Bool { CommandEnvironment.current.errorIsTerminal }

    /// Whether `NO_COLOR` (no-color.org) and a dumb terminal leave us any ornament.
    package static var allowsColor: Bool {
        let variable = CommandEnvironment.current.variable
        return variable("NO_COLOR") == nil && variable("TERM") != Array("dumb".utf8)
    }

    /// The width in columns; `nil` if the descriptor is no terminal.
    package static func width(_ descriptor: Int32) -> Int? {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }

    /// Writes a line to standard error.
    package static func tell(_ line: String) {
        withoutStatusLine { write(line + "\n") }
    }

    /// Locked for as long as anything is written to the terminal.
    private static let showsStatusLine = Mutex(false)

    /// Shows a line that is drawn over, and that other lines push away.
    package static func showStatusLine(_ text: String) {
        showsStatusLine.withLock { isShown in
            isShown = true
            write("\r\u{1B}[K" + text)
        }
    }

    /// Removes that line, where there is one.
    package static func clearStatusLine() { withoutStatusLine {} }

    /// Writes something where that line was, which is not drawn again meanwhile.
    package static func withoutStatusLine(_ write: () throws -> Void) rethrows {
        try showsStatusLine.withLock { isShown in
            if isShown { Self.write("\r\u{1B}[K") }
            isShown = false
            try write()
        }
    }

    private static func write(_ text: String) {
        CommandEnvironment.current.writeError(Array(text.utf8))
    }
}

extension String {
    /// How many columns of a terminal the text takes. Wide characters take two.
    package var columnCount: Int { reduce(0) { $0 + $1.columnCount } }

    /// The text in a number of columns, with `…` at its end if it was cut.
    package func fitted(to columns: Int) -> String {
        guard columnCount > columns else { return self }
        var fitted = ""
        var left = columns - 1
        for character in self {
            left -= character.columnCount
            if left < 0 { break }
            fitted.append(character)
        }
        return columns > 0 ? fitted + "…" : ""
    }

    /// The text with whatever would move a terminal's cursor, or change its colours, made harmless, and U+FFFD
    /// for bytes of arguments that are not UTF-8.
    package var withoutControls: String {
        func isShown(_ scalar: Unicode.Scalar) -> Bool {
            !scalar.isControl && !ArgumentText.isEscape(scalar)
        }
        guard !unicodeScalars.allSatisfy(isShown) else { return self }
        let shown = unicodeScalars.map { scalar in
            scalar.isControl ? " " : ArgumentText.isEscape(scalar) ? "\u{FFFD}" : scalar
        }
        return String(String.UnicodeScalarView(shown))
    }
}

extension Unicode.Scalar {
    fileprivate var isControl: Bool {
        // Marks that turn the direction of writing spoil the rest of a line, too.
        properties.generalCategory == .control || (0x202A...0x202E).contains(value)
            || (0x2066...0x2069).contains(value) || value == 0x2028 || value == 0x2029
    }
}

extension Character {
    /// A character may be several scalars; they are drawn instead of the widest.
    fileprivate var columnCount: Int {
        if let ascii = asciiValue { return ascii < 0x20 ? 0 : 1 }
        let isEmoji = unicodeScalars.contains { $0.value == 0xFE0F }
        return isEmoji ? 2 : unicodeScalars.map(\.columnCount).max() ?? 0
    }
}

extension Unicode.Scalar {
    /// Two for what is wide or full-width by Unicode's annex 11, none for marks that are drawn over others.
    fileprivate var columnCount: Int {
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: break
        }
        return properties.isEmojiPresentation || Self.wide.contains { $0.contains(value) } ? 2 : 1
    }

    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF,
        0x4E00...0x9FFF, 0xA000...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF,
        0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18AFF,
        0x1B000...0x1B2FF, 0x1F200...0x1F2FF, 0x20000...0x3FFFD,
    ]
}
