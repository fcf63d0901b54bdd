import PhonolithMediaModel

extension AlbumVersions {
    /// The albums of one title in one folder, whose tracks name no album artist: one for each artist, if each artist has an
    /// album of its own there; else all tracks are one album.
    ///
    /// The track numbers of a compilation do not repeat from artist to artist, and most of its artists have one track.
    package static func groupsByArtist(of tracks: [Track]) -> [Group] {
        let hosts = hosts(among: Set(tracks.compactMap(\.artist)))
        let albums = Dictionary(grouping: tracks.indices) { index in
            tracks[index].artist.flatMap { hosts[$0] }
        }
        guard !tracks.contains(where: \.isCompilation), areAlbums(Array(albums.values), in: tracks)
        else {
            let none = AlbumVersion(year: nil, codec: nil)
            return tracks.isEmpty ? [] : [Group(version: none, tracks: Array(tracks.indices))]
        }
        return albums.map { artist, tracks in
            Group(version: AlbumVersion(year: nil, codec: nil, artist: artist), tracks: tracks)
        }.sorted { ($0.tracks.first ?? 0) < ($1.tracks.first ?? 0) }
    }

    /// For each artist the one whose name is a part of it, so that guests (`Main & Guest`) are on an album of their host.
    private static func hosts(among artists: Set<String>) -> [String: String] {
        let words = artists.map { (name: $0, words: $0.wordsBetweenSpaces) }
            .sorted { ($0.words.count, $0.name) < ($1.words.count, $1.name) }
        return Dictionary(
            uniqueKeysWithValues: words.map { artist in
                let host = words.first { artist.words.contains($0.words) }
                return (artist.name, host?.name ?? artist.name)
            })
    }

    /// Whether each group numbers its tracks for itself, and at least half of the numbers are those of each other group, as
    /// far as the shorter one has as many.
    private static func areAlbums(_ groups: [[Int]], in tracks: [Track]) -> Bool {
        let positions = groups.map { group in
            group.compactMap { index in
                tracks[index].artist == nil
                    ? nil : tracks[index].number.map { [tracks[index].disc ?? 1, $0] }
            }
        }
        let numbers = positions.map { Set($0) }
        guard groups.count > 1,
            zip(numbers, groups).allSatisfy({ $0.count == $1.count && $0.count > 1 })
        else { return false }
        return numbers.indices.allSatisfy { one in
            numbers.indices.allSatisfy { other in
                let common = numbers[one].intersection(numbers[other]).count
                return common * 2 >= min(numbers[one].count, numbers[other].count)
            }
        }
    }
}

extension String {
    /// The folded words, each between spaces, so that a name is found in another only as whole words.
    package var wordsBetweenSpaces: String {
        let words = folded.split { !$0.isLetter && !$0.isNumber }
        return " \(words.joined(separator: " ")) "
    }
}
