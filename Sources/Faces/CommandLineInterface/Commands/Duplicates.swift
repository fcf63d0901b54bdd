import ArgumentParser
import PhonolithMediaModel
import PhonolithQueries
import PhonolithStore

struct Duplicates: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "duplicates", abstract: "List duplicates.",
        discussion: """
            --by audio finds files with identical audio data, regardless of their tags. --by tags finds items with the same \
            title and artist whose durations differ by at most \(Int(DuplicateGroup.toleratedDifference)) seconds: the same song \
            in two formats, or on two albums.

              phonolith duplicates
              phonolith duplicates --by tags --format csv > duplicates.csv

            The best of each group comes first: highest resolution, then lossless before lossy, then bit depth, sample rate and \
            bit rate. --limit and --offset count groups. Phonolith deletes nothing.
            """)
    @Option(help: ArgumentHelp("How to compare items.", valueName: "audio|tags"))
    var by = DuplicateCriterion(value: .audio)
    @OptionGroup var part: PartOptions
    @OptionGroup var output: ListOutputOptions
    @OptionGroup(title: "Library") var library: LibraryOptions

    func run() throws {
        let catalog = try library.open(for: .reading)
        var writer = try output.writer(
            columns: TableColumn.duplicates,
            fields: Record.duplicateFields + MediaProperty.listed.map(\.rawValue),
            emptyNote: part.emptyNote("No duplicates found."))
        var (groupCount, itemCount, spareBytes) = (0, 0, 0.0)
        try catalog.items.forEachDuplicateGroup(by: by.value) { group in
            defer { groupCount += 1 }
            itemCount += group.items.count
            spareBytes += Double(group.spareBytes)
            guard part.includes(groupCount) else { return }
            for (index, item) in group.items.enumerated() {
                try writer.write(Record(item, ofGroup: groupCount + 1, isBest: index == 0))
            }
        }
        try writer.finish()
        guard output.isForPeople, groupCount > 0 else { return }
        Terminal.tell(
            """
            \(itemCount) items in \(groupCount) \(groupCount == 1 ? "group" : "groups"); without all but the \
            best of each, \(spareBytes.byteText) would be free
            """)
    }
}

/// The criterion of duplicates, as the command line names it.
struct DuplicateCriterion: ExpressibleByArgument {
    var value: DuplicateGroup.Criterion

    init(value: DuplicateGroup.Criterion) { self.value = value }

    init?(argument: String) {
        guard let value = DuplicateGroup.Criterion(rawValue: argument) else { return nil }
        self.value = value
    }

    static let allValueStrings = DuplicateGroup.Criterion.allCases.map(\.rawValue)
    var defaultValueDescription: String { value.rawValue }
}

extension Record {
    fileprivate static let duplicateFields = ["group", "isBest"]

    /// An item, the number of its group from 1, and whether it is the best of it.
    fileprivate init(_ item: MediaItem, ofGroup number: Int, isBest: Bool) {
        self.init(item)
        fields = [("group", .integer(number)), ("isBest", .boolean(isBest))] + fields
    }
}

extension TableColumn {
    fileprivate static let duplicates: [TableColumn] = [
        TableColumn("Group", field: "group", minimum: 1, isRightAligned: true),
        TableColumn("ID", field: "persistentID", minimum: 1, isRightAligned: true),
        TableColumn("Title", field: "title", minimum: 12),
        TableColumn("Artist", field: "artist", minimum: 10),
        TableColumn(title: "Quality", minimum: 8) { $0.quality },
        TableColumn("Path", field: "relativePath", minimum: 16),
    ]
}

extension Record {
    /// `flac 24 bit 96 kHz`, `mp3 320 kbit/s`
    fileprivate var quality: String? {
        var parts = [self["codec"]?.plainText].compactMap { $0 }
        if let depth = self["bitDepth"] {
            parts.append("\(depth.plainText) bit")
            if case .integer(let rate) = self["sampleRate"] {
                parts.append("\(Double(rate) / 1000) kHz")
            }
        } else if let rate = self["bitRate"] {
            parts.append("\(rate.plainText) kbit/s")
        }
        return parts.isEmpty ? nil : parts.joined(separator: " ")
    }
}
