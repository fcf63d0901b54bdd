package import PhonolithMediaModel

/// Separates albums that share a title and artist, or a release id: releases of different years, and copies in different
/// codecs; and albums of several artists that share a title and a folder.
///
/// Folders are compared as wholes. Two folders have different versions if they have the same tracks, and differ in their year
/// or in all their codecs. Without such folders all tracks are one version, however many folders they are in.
package enum AlbumVersions {
    /// A folder with its root; the disc folders of one release are one folder.
    package struct Folder: Hashable, Sendable {
        package var rootID: Int64
        package var path: MediaPath

        package init(rootID: Int64, path: MediaPath) {
            (self.rootID, self.path) = (rootID, path.withoutDiscFolder)
        }
    }

    /// The facts of a track by which folders are compared.
    package struct Track: Hashable, Sendable {
        package var folder: Folder
        package var disc: Int?
        package var number: Int?
        package var year: Int?
        package var codec: String?
        /// The artist that the track names first, folded.
        package var artist: String?
        package var isCompilation: Bool

        package init(
            folder: Folder, disc: Int?, number: Int?, year: Int?, codec: String?,
            artist: String? = nil, isCompilation: Bool = false
        ) {
            (self.folder, self.disc, self.number) = (folder, disc, number)
            (self.year, self.codec) = (year, codec)
            (self.artist, self.isCompilation) = (artist, isCompilation)
        }
    }

    /// A version, and its tracks as positions in the list.
    package struct Group: Hashable, Sendable {
        package var version: AlbumVersion
        package var tracks: [Int]
    }

    /// More folders than an album and its versions have: they are not compared.
    private static let folderLimit = 64

    /// The versions among tracks, in the order of their first tracks.
    ///
    /// - Parameter comparesYears: Whether folders of different years may be different versions; tracks of one release id
    ///   are one release, whatever years they have.
    package static func groups(of tracks: [Track], comparesYears: Bool) -> [Group] {
        let contents = Dictionary(grouping: tracks.indices) { tracks[$0].folder }.values
            .map { Contents(of: $0, in: tracks, withYear: comparesYears) }
            .sorted { $0.first < $1.first }
        guard let first = contents.first else { return [] }
        let criteria = contents.count > folderLimit ? Criteria() : Criteria(comparing: contents)
        var groups: [AlbumVersion: Group] = [:]
        for folder in contents {
            let key = criteria.key(of: folder.version)
            let isKnown = criteria.apart.contains(key)
            let version = isKnown ? key : criteria.key(of: first.version)
            groups[version, default: Group(version: folder.version, tracks: [])].tracks +=
                folder.tracks
        }
        return groups.values
            .map { Group(version: $0.version, tracks: $0.tracks.sorted()) }
            .sorted { ($0.tracks.first ?? 0) < ($1.tracks.first ?? 0) }
    }

    /// By what the versions of an album differ.
    private struct Criteria {
        private var byYear = false
        private var byCodec = false
        /// The keys of the folders that differ from another folder with the same tracks.
        private(set) var apart: Set<AlbumVersion> = []

        init() {}

        init(comparing folders: [Contents]) {
            var different: [AlbumVersion] = []
            for (index, one) in folders.enumerated() {
                for other in folders[(index + 1)...] where one.hasTracks(of: other) {
                    let years = one.hasOtherYear(than: other)
                    let codecs = one.hasOtherCodecs(than: other)
                    byYear = byYear || years
                    byCodec = byCodec || codecs
                    if years || codecs { different += [one.version, other.version] }
                }
            }
            apart = Set(different.map(key(of:)))
        }

        /// A version reduced to the criteria by which the folders differ.
        func key(of version: AlbumVersion) -> AlbumVersion {
            AlbumVersion(
                year: byYear ? version.year : nil, codec: byCodec ? version.codec : nil)
        }
    }

    /// The tracks of an album in one folder.
    private struct Contents {
        let tracks: [Int]
        private let positions: Set<[Int]>
        private let codecs: Set<String>
        let version: AlbumVersion
        var first: Int { tracks[0] }

        init(of indices: [Int], in all: [Track], withYear: Bool) {
            tracks = indices
            let tracks = indices.map { all[$0] }
            positions = Set(
                tracks.compactMap { track in track.number.map { [track.disc ?? 1, $0] } })
            let counts = Dictionary(grouping: tracks.compactMap(\.codec)) { $0 }
            codecs = Set(counts.keys)
            let codec = counts.max { ($0.value.count, $1.key) < ($1.value.count, $0.key) }?.key
            let years = Set(tracks.compactMap(\.year))
            // Tracks of many years are a collection, which has none of its own.
            version = AlbumVersion(
                year: withYear && years.count == 1 ? years.first : nil, codec: codec)
        }

        /// Whether at least half of the tracks of each are in the other.
        func hasTracks(of other: Contents) -> Bool {
            let common = positions.intersection(other.positions).count
            return common > 0 && common * 2 >= max(positions.count, other.positions.count)
        }

        func hasOtherYear(than other: Contents) -> Bool {
            guard let year = version.year, let others = other.version.year else { return false }
            return year != others
        }

        func hasOtherCodecs(than other: Contents) -> Bool {
            !codecs.isEmpty && !other.codecs.isEmpty && codecs.isDisjoint(with: other.codecs)
        }
    }
}

/// The properties that distinguish an album from others of its title and artist, or of its release.
package struct AlbumVersion: Hashable, Sendable {
    /// The year of the release, if all its tracks have the same.
    package var year: Int?
    /// The codec of most of its tracks.
    package var codec: String?
    /// The folded artist, if albums of several artists share title and folder.
    package var artist: String?

    package init(year: Int?, codec: String?, artist: String? = nil) {
        (self.year, self.codec, self.artist) = (year, codec, artist)
    }

    /// Separates the shared beginning from the version in the text of an album.
    private static let mark = "\u{1F}version\u{1F}"

    /// The text of this version in `albums.identity`.
    package func text(of album: String) -> String {
        album + Self.mark + (year.map(String.init) ?? "") + "\u{1F}" + (codec ?? "")
            + (artist.map { "\u{1F}" + $0 } ?? "")
    }

    /// The range of the texts of all versions of an album; a space is the character after the separator.
    package static func texts(of album: String) -> Range<String> {
        album + mark..<album + "\u{1F}version "
    }

    /// The shared beginning of the text of a version; the whole text where there are no versions.
    package static func album(of text: String) -> String {
        text.firstRange(of: mark).map { String(text[..<$0.lowerBound]) } ?? text
    }

    /// The version of a text; `nil` where an album has no versions.
    package init?(ofText text: String) {
        guard let range = text.firstRange(of: Self.mark) else { return nil }
        let parts = text[range.upperBound...].split(
            separator: "\u{1F}", maxSplits: 2, omittingEmptySubsequences: false)
        year = parts.first.flatMap { Int($0) }
        codec = parts.count > 1 && !parts[1].isEmpty ? String(parts[1]) : nil
        artist = parts.count > 2 ? String(parts[2]) : nil
    }
}
