/// The words of one thing in a library, field by field, with which searching compares a query.
package struct SearchDocument: Hashable, Sendable {
    /// The tokens of each field. The first field is what the thing is called; of the others an earlier one
    /// counts for more.
    package private(set) var fields: [[SearchToken]]

    /// Takes the words out of texts.
    ///
    /// - Parameter fields: The texts of each field. A text whose words stand together in a text before it adds
    ///   nothing, and is left out: an artist in the list of artists, an album artist who is the artist.
    package init(_ fields: [[String]]) {
        self.fields = []
        for texts in fields {
            self.fields.append([])
            for text in texts { append(text.searchTokens) }
        }
    }

    private mutating func append(_ tokens: [SearchToken]) {
        if tokens.isEmpty || fields.contains(where: { $0.holds(tokens) }) { return }
        fields[fields.count - 1] += tokens
    }

    /// The words that a query may begin, without the forms that need no completing.
    package var wordsToComplete: [String] {
        fields.joined().lazy.filter { !$0.isIdeographic }.map(\.text)
    }
}

// MARK: - As it is stored

extension SearchDocument {
    /// Stands before each token of the fields after the first, so that the index distinguishes them from those of
    /// the first. No token begins with it.
    package static let mark = "+"

    /// The text that is stored and indexed: a field a line; a space before a word, a tab before a form. The
    /// index takes everything but letters, digits and the mark for what parts words.
    package var encoded: String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(256)
        for (index, field) in fields.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: "\n")) }
            for token in field {
                bytes.append(UInt8(ascii: token.isForm ? "\t" : " "))
                if index > 0 { bytes.append(contentsOf: Self.mark.utf8) }
                bytes.append(contentsOf: token.text.utf8)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    package init(encoded: String) {
        var fields: [[SearchToken]] = [[]]
        var bytes = Array(encoded.utf8)[...]
        while let separator = bytes.popFirst() {
            if separator == UInt8(ascii: "\n") {
                fields.append([])
                continue
            }
            if fields.count > 1 { bytes = bytes.dropFirst() }
            let word = bytes.prefix { $0 > 0x20 }
            bytes = bytes[word.endIndex...]
            fields[fields.count - 1].append(
                SearchToken(
                    String(decoding: word, as: UTF8.self), isForm: separator == UInt8(ascii: "\t")))
        }
        self.fields = fields
    }
}

extension [SearchToken] {
    /// Whether the tokens are in this field one after the other.
    func holds(_ tokens: [SearchToken]) -> Bool {
        guard let first = tokens.first, tokens.count <= count else { return false }
        return (0...count - tokens.count).contains { start in
            self[start] == first && self[start..<start + tokens.count].elementsEqual(tokens)
        }
    }

    /// The words of the field without anything between them.
    var letters: String { lazy.filter { !$0.isForm }.map(\.text).joined() }
}
