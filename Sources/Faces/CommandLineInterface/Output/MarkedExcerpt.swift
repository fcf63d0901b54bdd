/// As much of a text as fits a line, and a caret for the line below it, under one place.
package struct MarkedExcerpt: Equatable {
    /// Without anything that would move the cursor; `…` is where it is cut.
    package let text: String
    // Blanks and `^`.
    package let mark: String

    /// Cuts a text round a place.
    ///
    /// - Parameters:
    ///   - offset: How many Unicode scalars are before the place; the last place is after the text.
    ///   - width: How many columns of a terminal there are; at least 10 are taken.
    package init(of text: String, at offset: Int, width: Int) {
        let width = max(10, width)
        let scalars = text.withoutControls.unicodeScalars
        let place =
            scalars.index(scalars.startIndex, offsetBy: offset, limitedBy: scalars.endIndex)
            ?? scalars.endIndex
        let before = String(scalars[..<place])
        let after = String(scalars[place...])
        // The caret needs a column even where nothing is above it. The text right of the place leaves columns
        // that it does not need to the text left of it, and the other way round.
        let needed = max(1, after.columnCount)
        let left = before.fittedAtEnd(to: width - min(needed, width / 2))
        self.text = left + after.fitted(to: width - left.columnCount)
        mark = String(repeating: " ", count: left.columnCount) + "^"
    }
}

extension String {
    /// The end of the text in a number of columns, with `…` before it if it was cut.
    fileprivate func fittedAtEnd(to columns: Int) -> String {
        guard columnCount > columns else { return self }
        var width = 1
        let end = reversed().prefix { character in
            width += String(character).columnCount
            return width <= columns
        }
        return "…" + String(end.reversed())
    }
}
