import FoundationEssentials
import PhonolithCommandLineInterface
import PhonolithFiles
import PhonolithImporting
import PhonolithMediaModel
import PhonolithPlayback
import PhonolithPlaylists
import PhonolithQueries
import PhonolithScanning
import PhonolithStore
import PhonolithUsers

// Playlists that are named by their file or by their address.

extension PlaySelection {
    /// The path that a word names, where that is a playlist file.
    static func playlist(at name: String) -> MediaPath? {
        let typed = MediaPath(argument: name)
        let path = typed.resolved ?? typed.absolute
        if path.isFolder { return nil }
        // The folder of a link counts for what the list names.
        return PlaylistFormat(pathExtension: path.pathExtension) == nil ? nil : typed.absolute
    }

    /// Adds the entries of a playlist of the library, in its order and as often as they are in it.
    mutating func add(storedPlaylist name: String, in catalog: Catalog) throws {
        let playlist = try catalog.playlists.playlist(named: name).persistentID
        guard try catalog.playlists.rule(of: playlist) == nil else {
            try catalog.items.forEach(matching: .items(of: playlist)) {
                items.append(PlayerItem($0))
            }
            return
        }
        for entry in try catalog.playlists.entries(of: playlist) {
            if let id = entry.item, let item = try catalog.items.item(id) {
                items.append(PlayerItem(item))
            } else if let location = entry.text.location, location.isRemote {
                add(location.description, as: entry.text, of: name)
            } else {
                let reason = "'\(entry.text.name)' is not in the library, and is skipped"
                problems.append(Failure("\(name): \(reason)"))
            }
        }
    }

    /// Adds the entries of a file. Entries that are nowhere fail when it is their turn.
    mutating func add(playlist path: MediaPath, named name: String) throws {
        let list: PlaylistFile
        do { list = try PlaylistFile(reading: path) } catch { throw Failure("\(error)") }
        for entry in list.entries {
            switch entry.place {
            case .file(let file): items += try items(at: file, as: entry.text)
            case .uri(let address): add(address, as: entry.text, of: name)
            case nil:
                problems.append(
                    Failure("\(name): '\(entry.text.name)' has no path or URL, and is skipped"))
            }
        }
    }

    /// The library's items of a file, or of the stretch that an entry names; else the file itself.
    private func items(at file: MediaPath, as entry: PlaylistEntry) throws -> [PlayerItem] {
        let known = try catalog?.items.all(at: file) ?? []
        let isPart = entry.startTime != nil || entry.endTime != nil
        let start = entry.startTime ?? 0
        let meant =
            isPart
            ? known.filter { $0.location.startTime.map { abs($0 - start) < 0.02 } ?? false }
            : Self.tracks(of: known, called: entry)
        guard meant.isEmpty else { return meant.map(PlayerItem.init) }
        var item = Self.item(ofFile: file)
        let end = entry.endTime ?? item.duration
        (item.startTime, item.endTime) = (start, entry.endTime)
        if isPart {
            (item.title, item.artist) = (entry.title ?? item.title, entry.artist ?? item.artist)
            item.duration = end.map { max(0, $0 - item.startTime) }
        }
        return [item]
    }

    /// Of the tracks of one file the one of the entry's title and length, as lists say that have no words for a part
    /// of a file; else all.
    private static func tracks(of known: [MediaItem], called entry: PlaylistEntry) -> [MediaItem] {
        guard known.count > 1, let title = entry.title?.folded else { return known }
        let track = known.first { item in
            guard item.facts.title?.folded == title else { return false }
            guard let own = item.facts.playbackDuration, let said = entry.duration else {
                return true
            }
            return abs(own - said) <= 3
        }
        return track.map { [$0] } ?? known
    }

    private mutating func add(_ address: String, as entry: PlaylistEntry, of list: String) {
        guard ["http", "https"].contains(URL(string: address)?.scheme) else {
            let reason = "'\(address)' is not a server URL, and is skipped"
            return problems.append(Failure("\(list): \(reason)"))
        }
        items.append(
            PlayerItem(
                .url(address), title: entry.title, startTime: entry.startTime ?? 0,
                endTime: entry.endTime))
    }

    /// Adds what is at an address: a file, a station, or the entries of a playlist that leads to them.
    mutating func add(address: String) throws {
        let url = URL(string: address)
        guard let (named, contents) = try Self.playlist(atAddress: address, url) else {
            return items.append(PlayerItem(.url(address)))
        }
        let entries: [PlaylistEntry]
        do throws(PlaylistError) {
            let format = PlaylistFormat(contents: contents) ?? named
            entries = try format.parse(contents).document.entries
        } catch .isStream {
            return items.append(PlayerItem(.url(address)))
        } catch {
            throw Failure("\(address): \(error)")
        }
        for entry in entries {
            // A server's list speaks of places on that server, never of files of this machine.
            let reference: String? =
                switch entry.location {
                case .path(let path):
                    String(PlaylistExporter.uri(of: path).trimmingPrefix("file://"))
                case .uri(let text): text
                case nil: nil
                }
            let place = reference.flatMap { URL(string: $0, relativeTo: url)?.absoluteString }
            add(place ?? reference ?? entry.name, as: entry, of: address)
        }
    }

    /// The playlist at an address; `nil` for sound. Its extension says what it is, else the server does.
    private static func playlist(
        atAddress address: String, _ url: URL?
    ) throws -> (PlaylistFormat, [UInt8])? {
        let name = url?.lastPathComponent ?? ""
        do throws(PlayerItemError) {
            if let named = PlaylistFormat(pathExtension: url?.pathExtension ?? "") {
                return (named, try StreamDocument.contents(of: address))
            }
            if FileKind(name: MediaPath(name)) == .media { return nil }
            var format: PlaylistFormat?
            let contents = try StreamDocument.contents(of: address) { type in
                format = PlaylistFormat(mediaType: type)
                return format != nil
            }
            guard let format, let contents else { return nil }
            return (format, contents)
        } catch {
            // The player says so when it comes to what is not named as a list, and continues to the next.
            guard PlaylistFormat(pathExtension: url?.pathExtension ?? "") != nil else { return nil }
            throw Failure(error.description)
        }
    }
}
