import PhonolithFiles
import PhonolithMediaModel
import PhonolithPlaylists
import PhonolithQueries
import PhonolithUsers

/// The library of Rhythmbox, `rhythmdb.xml` and `playlists.xml` in its data folder.
enum RhythmboxLibrary {
    static func read(_ file: MediaPath, into library: inout ForeignLibrary) throws {
        do {
            var reader = XMLReader(try file.allBytesToTheEnd())
            guard case .start(let root, _)? = try reader.next() else { return }
            switch root {
            case "rhythmdb": try readTracks(&reader, into: &library)
            case "rhythmdb-playlists": try readPlaylists(&reader, into: &library)
            default: throw PlaylistError("the root is <\(root)>, not <rhythmdb>")
            }
        } catch {
            throw ImportingError(file, "is not a library of Rhythmbox: \(error)")
        }
    }

    private static func readTracks(
        _ reader: inout XMLReader, into library: inout ForeignLibrary
    ) throws(PlaylistError) {
        while let event = try reader.next() {
            guard case .start(_, let attributes) = event else { continue }
            let kind = attributes["type"]
            let fields = try texts(&reader)
            guard kind == "song" || kind == "podcast-post" else { continue }
            // The place of an episode is where it was downloaded to.
            let place = kind == "song" ? fields["location"] : fields["mountpoint"]
            if let track = ForeignLibrary.Track(rhythmbox: fields, at: place) {
                library.tracks.append(track)
            }
        }
    }

    /// The texts of the elements in the one that has just begun, up to its end.
    private static func texts(
        _ reader: inout XMLReader
    ) throws(PlaylistError) -> [String: String] {
        var texts: [String: String] = [:]
        var open: [String] = []
        while let event = try reader.next() {
            switch event {
            case .start(let name, _): open.append(name)
            case .end:
                if open.isEmpty { return texts }
                open.removeLast()
            case .text(let text):
                if open.count == 1 { texts[open[0], default: ""] += text }
            }
        }
        return texts
    }

    private static func readPlaylists(
        _ reader: inout XMLReader, into library: inout ForeignLibrary
    ) throws(PlaylistError) {
        var identities = PlaylistIdentities()
        while let event = try reader.next() {
            guard case .start("playlist", let attributes) = event else { continue }
            let name = attributes["name"] ?? "Rhythmbox"
            let locations = try locations(&reader)
            switch attributes["type"] {
            case "static":
                library.playlists.append(
                    PortablePlaylist(
                        of: .rhythmbox, id: identities.identity(name), name: name,
                        entries: locations.map {
                            ForeignLibrary.Track(location: .uri($0)).entry
                        }))
            case "automatic":
                library.remarks.append(
                    "playlist '\(name)': is a smart playlist, and its rule cannot be imported; create it again: phonolith playlist smart"
                )
            default: break
            }
        }
    }

    /// The locations in the playlist that has just begun, up to its end.
    private static func locations(_ reader: inout XMLReader) throws(PlaylistError) -> [String] {
        var (locations, open) = ([String](), [String]())
        while let event = try reader.next() {
            switch event {
            case .start(let name, _):
                open.append(name)
                if name == "location" { locations.append("") }
            case .end:
                if open.isEmpty { return locations }
                open.removeLast()
            case .text(let text):
                if open == ["location"] { locations[locations.count - 1] += text }
            }
        }
        return locations
    }
}

extension ForeignLibrary.Track {
    /// `nil` for an episode that was not downloaded.
    fileprivate init?(rhythmbox fields: [String: String], at location: String?) {
        guard let location else { return nil }
        self.init(location: .uri(location))
        title = fields["title"]
        artist = fields["artist"]
        albumTitle = fields["album"]
        albumArtist = fields["album-artist"]
        discNumber = fields["disc-number"].flatMap { Int($0) }
        trackNumber = fields["track-number"].flatMap { Int($0) }
        duration = fields["duration"].flatMap { Double($0) }
        dateAdded = ForeignDate(seconds: fields["first-seen"].flatMap { Double($0) })?.date
        values.set(
            playCount: fields["play-count"].flatMap { Int($0) }, skipCount: nil,
            lastPlayed: ForeignDate(seconds: fields["last-played"].flatMap { Double($0) })?.date)
        values.set(rating: fields["rating"].flatMap { Double($0) }, outOf: 5)
    }
}
