/// A search query: words that must all be found.
package struct SearchQuery: Hashable, Sendable {
    /// All must be found, in whatever field; none finds nothing.
    package let words: [Word]
    /// The words without anything between them.
    let letters: String

    /// One word, in the ways in which it may be written.
    package struct Word: Hashable, Sendable {
        /// One of these must be found, which is to say, all of its parts.
        package var alternatives: [[Part]]
    }

    /// The part of a word that must be found.
    package enum Part: Hashable, Sendable {
        /// A word that begins so.
        case beginning(String)
        /// A word that is this.
        case word(String)
        /// Characters of a script without spaces, one after the other wherever they are.
        case run([SearchToken])
    }

    /// How much of a text is read, in Unicode scalars: no client types more, and folding multiplies some of them by 18.
    package static let longest = 500

    /// The part of a text that is read.
    package static func readable(_ text: String) -> String {
        text.utf8.count <= longest
            ? text : String(String.UnicodeScalarView(text.unicodeScalars.prefix(longest)))
    }

    /// Reads what was typed, as far as ``longest``. Spaces separate words; a word with punctuation in it means the one
    /// without (`acdc` for AC/DC), or its parts each on its own, of which the last may be a beginning. Signs alone count only where there is
    /// nothing else.
    package init(_ text: String) {
        let text = Self.readable(text)
        let chunks = text.split(whereSeparator: \.isWhitespace).map(String.init)
        let spoken = chunks.filter(\.hasLetters)
        var words: [Word] = []
        var known: Set<Word> = []
        for chunk in (spoken.isEmpty ? chunks : spoken).prefix(SearchToken.maximumCount) {
            let word = Word(chunk.searchTokens)
            if !word.alternatives[0].isEmpty, known.insert(word).inserted { words.append(word) }
        }
        self.words = words
        letters = text.searchTokens.letters
    }
}

extension SearchQuery.Word {
    fileprivate init(_ tokens: [SearchToken]) {
        var apart: [SearchQuery.Part] = []
        var joined: [SearchQuery.Part] = []
        for token in tokens {
            if token.isIdeographic {
                apart.append(character: token)
                joined.append(character: token)
            } else if token.isForm {
                // It is of all the words since the last character of a script without spaces.
                while case .beginning = joined.last { joined.removeLast() }
                joined.append(.beginning(token.text))
                apart.completeAllButLast()
            } else {
                apart.append(.beginning(token.text))
                joined.append(.beginning(token.text))
            }
        }
        alternatives = joined == apart ? [apart] : [joined, apart]
    }
}

extension [SearchQuery.Part] {
    /// Makes the words at the end whole words, except for the last.
    fileprivate mutating func completeAllButLast() {
        var index = count - 2
        while index >= 0, case .beginning(let word) = self[index] {
            self[index] = .word(word)
            index -= 1
        }
    }

    fileprivate mutating func append(character token: SearchToken) {
        if case .run(let run) = last {
            self[count - 1] = .run(run + [token])
        } else {
            append(.run([token]))
        }
    }
}

/// The results of a search, best first in each group.
public struct SearchResults: Hashable, Sendable {
    /// Tracks, episodes, videos and so on.
    public var items: [MediaItem]
    /// Albums, found by their title and album artist.
    public var albums: [MediaItemCollection]
    /// Artists, found by any spelling of their name. Each is listed as an artist; one who is not an artist on any
    /// item, as an album artist; others, as a composer.
    public var artists: [MediaItemCollection]

    /// Creates results.
    public init(
        items: [MediaItem] = [], albums: [MediaItemCollection] = [],
        artists: [MediaItemCollection] = []
    ) {
        self.items = items
        self.albums = albums
        self.artists = artists
    }

    /// The kinds of results.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        case items, albums, artists
    }
}
