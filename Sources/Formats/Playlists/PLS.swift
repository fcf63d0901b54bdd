/// PLS: an INI file with numbered keys. The stated number of entries is not trusted.
enum PLS {
    static func parse(_ bytes: [UInt8]) throws(PlaylistError) -> PlaylistReading {
        var document = PlaylistDocument()
        var entries: [(number: Int, entry: PlaylistEntry)] = []
        var places: [Int: Int] = [:]
        var isPlaylist = false
        PlaylistText.forEachLine(of: bytes) { line in
            let line = line.drop { $0 <= 0x20 }
            if line.first == 0x5B {
                let section = PlaylistText.trimmed(line)?.lowercased()
                isPlaylist = isPlaylist || section == "[playlist]"
            }
            guard let sign = line.firstIndex(of: 0x3D), line.first != 0x3B, line.first != 0x23
            else { return }
            let key = PlaylistText.trimmed(line[..<sign])?.lowercased() ?? ""
            let value = line[(sign + 1)...]
            if key == "x-gnome-title" || key == "playlistname" {
                document.title = PlaylistText.trimmed(value)
            }
            guard let (word, number) = numbered(key) else { return }
            let place =
                places[number]
                ?? {
                    places[number] = entries.count
                    entries.append((number, PlaylistEntry()))
                    return entries.count - 1
                }()
            set(word, value, of: &entries[place].entry)
        }
        guard isPlaylist || entries.contains(where: { $0.entry.location != nil }) else {
            throw PlaylistError("has no [playlist] and no File1")
        }
        places = [:]
        // Gaps in the numbers mean nothing.
        let areInOrder = zip(entries, entries.dropFirst()).allSatisfy { $0.number < $1.number }
        if !areInOrder { entries.sort { $0.number < $1.number } }
        var problems: [PlaylistProblem] = []
        for (number, entry) in entries {
            if entry.location != nil || entry.title != nil {
                document.entries.append(entry)
            } else {
                problems.append(PlaylistProblem(entry: nil, "entry \(number) has no File"))
            }
        }
        return PlaylistReading(document: document, problems: problems)
    }

    private static func numbered(_ key: String) -> (word: String, number: Int)? {
        for word in ["file", "title", "length"] where key.hasPrefix(word) {
            return Int(key.dropFirst(word.count)).map { (word, $0) }
        }
        return nil
    }

    private static func set(
        _ word: String, _ value: ArraySlice<UInt8>, of entry: inout PlaylistEntry
    ) {
        switch word {
        case "file" where value.contains { $0 > 0x20 }:
            entry.location = PlaylistLocation(line: Array(value.drop { $0 == 0x20 }))
        case "title":
            (entry.artist, entry.title) = PlaylistText.artistAndTitle(PlaylistText.trimmed(value))
        case "length":
            let seconds = PlaylistText.trimmed(value).flatMap(Double.init)
            entry.duration = seconds.flatMap { $0 > 0 ? $0.asPlaylistTime : nil }
        default: break
        }
    }
}

struct PLSForm: PlaylistForm {
    private var writer = LineWriter()
    /// How many entries have a number, because they have a place.
    private var count = 0
    var bytes: [UInt8] {
        get { writer.bytes }
        set { writer.bytes = newValue }
    }
    var problems: [PlaylistProblem] { writer.problems }

    init(_ head: PlaylistDocument) {
        writer.write("[playlist]")
        if let title = head.title {
            writer.write("X-GNOME-Title=" + writer.oneLine(title, nil, "the list's title"))
        }
    }

    mutating func add(_ entry: PlaylistEntry, _ index: Int) {
        guard let location = writer.location(of: entry, index) else { return }
        count += 1
        writer.write("File\(count)=", location)
        if let text = writer.artistAndTitle(of: entry, index) {
            writer.write("Title\(count)=\(text)")
        }
        writer.write("Length\(count)=\(PlaylistText.wholeSeconds(entry.duration) ?? -1)")
        writer.warnOfDetails(entry, index, keepsRemarks: false)
    }

    mutating func finish() {
        writer.write("NumberOfEntries=\(count)")
        writer.write("Version=2")
    }
}
