import ArgumentParser
import PhonolithMediaModel
import PhonolithQueries
import PhonolithStore
import PhonolithUsers

extension CompletionKind {
    /// The names of the library's artists, albums, genres or composers that begin with what was typed.
    static func names(of query: MediaQuery) -> CompletionKind {
        .custom { words, _, typed in
            // Without a library there is nothing to offer, and a shell that completes has no place for a message.
            (try? LibraryCompletion(words).names(of: query, beginningWith: typed)) ?? []
        }
    }
}

/// Completions that a shell requests while the user types a command.
private struct LibraryCompletion {
    /// A shell shows no more at once.
    private static let limit = 200

    private let catalog: Catalog

    /// - Parameter words: The command line so far; the library is the one that it names.
    init(_ words: [String]) throws {
        let given = ["--library", "--user"].flatMap { name in
            let place = words.firstIndex(of: name).map { $0 + 1 } ?? words.endIndex
            return place < words.endIndex ? [name, words[place]] : []
        }
        let options = try LibraryOptions.parse(given)
        catalog = try options.open(for: .reading)
    }

    func names(of query: MediaQuery, beginningWith typed: String) throws -> [String] {
        // A shell that is asked for a name with spaces may give the quotation mark as well.
        let beginning = String(typed.drop { $0 == "'" || $0 == "\"" }).folded
        var names: [String] = []
        try catalog.collections.forEach(of: query) { collection in
            if names.count < Self.limit, collection.title.folded.hasPrefix(beginning) {
                names.append(collection.title)
            }
        }
        return names
    }
}
