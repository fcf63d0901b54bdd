/// Lays help and usage out in columns: no line is wider, and a word is only cut where it is longer than a line.
package struct HelpLayout {
    private let columns: Int

    /// In fewer columns hardly a word is whole.
    private static let fewestColumns = 20
    /// The width for which the parser lays text out, so that each of its lines is a paragraph.
    package static let unlimited = 100_000
    /// Where the parser puts the descriptions of options, after their names.
    private static let descriptionColumn = 26
    /// Descriptions in fewer columns begin on a line of their own.
    private static let fewestOfDescription = 24

    package init(columns: Int) { self.columns = max(Self.fewestColumns, columns) }

    /// The layout for a terminal; 80 columns where its width is not known.
    package init(for descriptor: Int32) {
        let given = CommandEnvironment.current.variable("COLUMNS").flatMap {
            Int(String(decoding: $0, as: UTF8.self))
        }
        let stated = given.flatMap { $0 > 0 ? $0 : nil }
        self.init(columns: stated ?? Terminal.width(descriptor) ?? 80)
    }

    /// The text in these columns.
    ///
    /// - Parameter text: As the parser lays it out for ``unlimited`` columns.
    package func fitted(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { fitted(line: String($0)) }.joined(separator: "\n")
    }

    /// The lines of usage in a message, and the others as they are: marks below them show places in them.
    package func fittedUsage(in message: String) -> String {
        message.split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.hasPrefix("Usage: ") ? fitted(line: String($0)) : String($0) }
            .joined(separator: "\n")
    }

    private func fitted(line: String) -> String {
        let indent = line.prefix { $0 == " " }.count
        let text = line.dropFirst(indent)
        if text.isEmpty { return "" }
        let hasRoom = columns - Self.descriptionColumn >= Self.fewestOfDescription
        if indent >= Self.descriptionColumn, !hasRoom {
            return wrapped(text, indent: 6, hanging: 6)
        }
        if indent == 2, let (name, description) = Self.parts(ofOption: line) {
            if hasRoom {
                let first = name.padded(to: Self.descriptionColumn - 2) + description
                return wrapped(first[...], indent: 2, hanging: Self.descriptionColumn)
            }
            return wrapped(name, indent: 2, hanging: 4) + "\n"
                + wrapped(description, indent: 6, hanging: 6)
        }
        if text.hasPrefix("USAGE: ") || text.hasPrefix("Usage: ") {
            let hanging = min(7, columns / 4)
            return wrapped(
                Self.joiningOptions(text, within: columns - hanging), indent: 0, hanging: hanging
            ).replacing(Self.joint, with: " ")
        }
        return wrapped(
            text, indent: indent, hanging: text.hasPrefix("phonolith ") ? indent + 4 : indent)
    }

    /// The name of an option or command and its description, where the line has both, and is no example.
    private static func parts(ofOption line: String) -> (name: Substring, description: Substring)? {
        let text = line.dropFirst(2)
        guard line.count > descriptionColumn, !text.hasPrefix("phonolith ") else { return nil }
        let start = line.index(line.startIndex, offsetBy: descriptionColumn)
        guard text[..<start].last == " ", line[start] != " " else { return nil }
        let name = String(text[..<start]).withoutBlanksAtEnd
        return (Substring(name), line[start...])
    }

    /// A blank at which no line ends.
    private static let joint = "\u{A0}"

    /// Usage in which an option stays on a line with its value, where a line has room for both.
    private static func joiningOptions(_ usage: Substring, within room: Int) -> Substring {
        var options: [String] = []
        var depth = 0
        for word in usage.split(separator: " ", omittingEmptySubsequences: false) {
            if depth > 0 {
                options[options.count - 1] += joint + word
            } else {
                options.append(String(word))
            }
            depth += word.count { "[<".contains($0) } - word.count { "]>".contains($0) }
        }
        let fitting = options.map { option in
            option.columnCount <= room ? option : option.replacing(joint, with: " ")
        }
        return fitting.joined(separator: " ")[...]
    }

    /// - Parameters:
    ///   - indent: Of the first line.
    ///   - hanging: The indent of the others.
    private func wrapped(_ text: Substring, indent: Int, hanging: Int) -> String {
        var lines: [String] = []
        var line = String(repeating: " ", count: indent)
        var isEmpty = true
        for word in text.split(separator: " ", omittingEmptySubsequences: false) {
            var rest = word
            if !isEmpty, line.columnCount + 1 + rest.columnCount > columns {
                lines.append(line)
                // A word that would be too long only by the indent has less of it.
                let length = rest.columnCount
                let room = length > columns ? hanging : min(hanging, columns - length)
                (line, isEmpty) = (String(repeating: " ", count: room), true)
                if rest.isEmpty { continue }
            }
            if !isEmpty { line += " " }
            while line.columnCount + rest.columnCount > columns {
                let piece = rest.start(within: max(1, columns - line.columnCount))
                lines.append(line + piece)
                rest = rest.dropFirst(piece.count)
                line = String(repeating: " ", count: hanging)
            }
            line += rest
            isEmpty = false
        }
        lines.append(line)
        return lines.map(\.withoutBlanksAtEnd).joined(separator: "\n")
    }
}

extension Substring {
    fileprivate var columnCount: Int { String(self).columnCount }

    /// As much of its start as has room in some columns, at least a character.
    fileprivate func start(within columns: Int) -> Substring {
        var left = columns
        let length = prefix { character in
            left -= String(character).columnCount
            return left >= 0
        }.count
        return prefix(Swift.max(1, length))
    }

    fileprivate func padded(to columns: Int) -> String {
        self + String(repeating: " ", count: Swift.max(0, columns - count))
    }
}

extension String {
    fileprivate var withoutBlanksAtEnd: String {
        var text = self
        while text.last == " " { text.removeLast() }
        return text
    }
}
