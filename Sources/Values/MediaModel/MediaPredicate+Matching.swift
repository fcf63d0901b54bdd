internal import PhonolithPatterns

extension MediaPredicate {
    /// Whether the item meets the condition. The library answers the same from its indexes; of several artists,
    /// composers or genres an item knows the id of the first only.
    ///
    /// - Parameter isInPlaylist: Whether an item is in a playlist of that name. An item does not know that
    ///   itself; without the answer it is in none.
    public func matches(
        _ item: MediaItem, isInPlaylist: (MediaItem, String) -> Bool = { _, _ in false }
    ) -> Bool {
        switch self {
        case .all(let parts): parts.allSatisfy { $0.matches(item, isInPlaylist: isInPlaylist) }
        case .any(let parts): parts.contains { $0.matches(item, isInPlaylist: isInPlaylist) }
        case .not(let part): !part.matches(item, isInPlaylist: isInPlaylist)
        case .inPlaylist(let name): isInPlaylist(item, name)
        case .inRoot(let path): item.location.root == path
        case .tag(let name, let condition): condition.matches(item.with(onlyTag: name))
        case .isMissing(let property): item.value(for: property) == nil
        case .exactly(let property, let text):
            property.isTextual
                && item.texts(of: property).contains {
                    // Facts are in NFC already, paths are as they are on disk.
                    $0.normalizedNFC.hasSameBytes(as: text.normalizedNFC)
                }
        case .contains(let property, let text):
            item.comparableTexts(of: property).contains {
                $0.containsBytes(of: text.comparable(as: property.kind))
            }
        case .hasPrefix(let property, let text):
            item.comparableTexts(of: property).contains {
                $0.utf8.starts(with: text.comparable(as: property.kind).utf8)
            }
        case .hasSuffix(let property, let text):
            item.comparableTexts(of: property).contains {
                $0.utf8.reversed().starts(with: text.comparable(as: property.kind).utf8.reversed())
            }
        case .hasMatch(let property, let pattern):
            (try? pattern.pattern()).map { expression in
                item.texts(of: property).contains {
                    (try? expression.isFound(in: $0.normalizedNFC)) == true
                }
            } ?? false
        case .isWithin(let property, let span):
            span.bounds(of: property).map { bounds in
                MediaPredicate.between(property, bounds.start, bounds.end).matches(item)
            } ?? false
        case .isBefore(let property, let span):
            span.bounds(of: property).map {
                MediaPredicate.lessThan(property, $0.start).matches(item)
            } ?? false
        case .equalTo(let property, let value):
            item.has(property, value) { MediaComparand.equal($0, $1) }
        case .isIn(let property, let values):
            values.contains { item.has(property, $0) { MediaComparand.equal($0, $1) } }
        case .lessThan(let property, let value):
            item.has(property, value) { $0.isLess(than: $1) ?? false }
        case .atMost(let property, let value):
            item.has(property, value) { $1.isLess(than: $0).map { !$0 } ?? false }
        case .greaterThan(let property, let value):
            item.has(property, value) { $1.isLess(than: $0) ?? false }
        case .atLeast(let property, let value):
            item.has(property, value) { $0.isLess(than: $1).map { !$0 } ?? false }
        case .between(let property, let low, let high):
            item.comparands(of: property).contains { value in
                guard let low = MediaComparand(low, for: property),
                    let high = MediaComparand(high, for: property)
                else { return false }
                return value.isLess(than: low) == false && high.isLess(than: value) == false
            }
        }
    }
}

extension MediaItem {
    fileprivate func has(
        _ property: MediaProperty, _ value: MediaValue,
        _ compares: (MediaComparand, MediaComparand) -> Bool
    ) -> Bool {
        guard let value = MediaComparand(value, for: property) else { return false }
        return comparands(of: property).contains { compares($0, value) }
    }

    /// All values of the property in the form in which they are compared.
    fileprivate func comparands(of property: MediaProperty) -> [MediaComparand] {
        if property.isTextual { return comparableTexts(of: property).map(MediaComparand.text) }
        if property.kind == .boolean {
            return [.number(value(for: property) == .boolean(true) ? 1 : 0)]
        }
        return value(for: property).flatMap { MediaComparand($0, for: property) }.map { [$0] } ?? []
    }

    fileprivate func comparableTexts(of property: MediaProperty) -> [String] {
        texts(of: property).map { $0.comparable(as: property.kind) }
    }

    /// All texts of a property. Artists, composers and genres are compared by all of their names;
    /// an item without album artist, and of no compilation, has its artists for that.
    fileprivate func texts(of property: MediaProperty) -> [String] {
        guard property.isTextual else { return [] }
        return switch property {
        case .artist, .artists: names(facts.artist, facts.artists)
        case .albumArtist, .albumArtists: albumArtistNames
        case .composer, .composers: names(facts.composer, facts.composers)
        case .genre, .genres: facts.genres
        case .credits: facts.credits.map(\.name)
        case .tags: facts.tags.flatMap(\.values)
        default:
            switch value(for: property) {
            case .text(let text): [text]
            case .texts(let texts): texts
            default: []
            }
        }
    }

    fileprivate func with(onlyTag name: String) -> MediaItem {
        var item = self
        let name = name.uppercased()
        item.facts.tags = facts.tags.filter { $0.name == name }
        return item
    }

    private var albumArtistNames: [String] {
        guard facts.albumArtists.isEmpty else {
            return names(facts.albumArtist, facts.albumArtists)
        }
        return facts.isCompilation == true ? [] : facts.artists
    }

    private func names(_ shown: String?, _ names: [String]) -> [String] {
        shown.map { names + [$0] } ?? names
    }
}

extension String {
    fileprivate func hasSameBytes(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }

    fileprivate func containsBytes(of other: String) -> Bool {
        other.isEmpty || utf8.firstRange(of: other.utf8) != nil
    }
}
