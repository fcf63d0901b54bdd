import ArgumentParser
import Catalog
import CommandLineInterface
import JSONWriting
import MediaModel
import Scanning
import TagReading
import Worker

/// `show`, which reads the file where its values are to be explained.
struct ShowOrExplain: ParsableCommand {
    static let configuration = Show.configuration
    @OptionGroup var options: ShowOptions

    func run() throws {
        guard options.explain else { return try options.show() }
        let catalog = try options.library.open(for: .reading)
        // The worker reads it, too; what is wrong with it is reported here.
        _ = try Configuration.read()
        let worker = JobSupervisor(arguments: [MediaWorker.name], silenceLimit: Self.timeLimit)
        defer { worker.end() }
        for item in try catalog.items(named: options.item) {
            try show(try ItemExplanation(item, by: worker, in: catalog))
        }
    }

    /// A tag reader that takes longer hangs.
    private static let timeLimit = Duration.seconds(30)

    private func show(_ explanation: ItemExplanation) throws {
        guard options.output.isForPeople else {
            return try StandardOutput.writeLine(explanation.json)
        }
        var writer = try options.output.writer(
            columns: [
                TableColumn("Property", field: "property", minimum: 12),
                TableColumn("Value", field: "value", minimum: 16),
                TableColumn("Source", field: "from", minimum: 12),
                TableColumn("Ignored", field: "outranked", minimum: 9),
                TableColumn("Note", field: "note", minimum: 4),
            ], fields: [], isFitted: false)
        for record in explanation.records { try writer.write(record) }
        try writer.finish()
        try StandardOutput.writeLine("\nAlbum: \(explanation.album.withoutControls)")
    }
}

/// Where the values of an item come from, and what makes its tracks one album.
struct ItemExplanation {
    private let item: MediaItem
    private let properties: [TagExplanation.Property]
    /// A sentence.
    let album: String

    /// Has a worker read the file: it may crash the tag reader. Blocks its thread.
    init(_ item: MediaItem, by worker: JobSupervisor, in catalog: Catalog) throws {
        self.item = item
        var answer: ExplanationAnswer?
        let job = ExplanationJob(item.location)
        let failure = try worker.run(MediaJob.explanation(job)) { (given: ExplanationAnswer) in
            answer = given
            return true
        }
        switch answer {
        case .explained(let properties): self.properties = properties
        case .failed(let reason): throw Failure(reason)
        case nil:
            let reason = failure.map { "\($0)" } ?? "no answer"
            throw Failure("\(item.location.path): cannot explain its values: \(reason)")
        }
        album = try Self.album(of: item, in: catalog)
    }

    /// A row of a table for each property.
    var records: [Record] {
        properties.map { property in
            Record([
                ("property", .text(property.name)),
                ("value", .text(property.value.joined(separator: "; "))),
                ("from", .text(property.winners.map(Self.name).joined(separator: ", "))),
                ("outranked", .text(property.losers.map(Self.text).joined(separator: ", "))),
                ("note", property.note.map { .text($0) }),
            ])
        }
    }

    /// One JSON object: `persistentID`, `path`, `properties` (`name`, `value`, `from`, `outranked`, `note`)
    /// and `album`.
    var json: String {
        let objects = properties.map { property in
            let fields = [
                "\"name\":" + property.name.jsonQuoted,
                "\"value\":" + MediaValue.texts(property.value).json,
                "\"from\":" + Self.json(property.winners),
                "\"outranked\":" + Self.json(property.losers),
            ]
            let note = property.note.map { ["\"note\":" + $0.jsonQuoted] } ?? []
            return "{" + (fields + note).joined(separator: ",") + "}"
        }
        let path = item.location.path
        let exactPath =
            path.isUTF8 ? "" : ",\"pathBase64\":" + MediaValue.bytes(path.bytes).json
        return "{\"persistentID\":" + item.persistentID.description.jsonQuoted
            + ",\"path\":" + path.description.jsonQuoted + exactPath
            + ",\"properties\":[" + objects.joined(separator: ",")
            + "],\"album\":" + album.jsonQuoted + "}"
    }

    private static func json(_ sources: [TagExplanation.Source]) -> String {
        let objects = sources.map { source in
            "{\"tag\":" + source.tag.jsonQuoted + ",\"key\":" + source.key.jsonQuoted
                + ",\"values\":" + MediaValue.texts(source.values).json + "}"
        }
        return "[" + objects.joined(separator: ",") + "]"
    }

    private static func name(_ source: TagExplanation.Source) -> String {
        "\(source.tag) \(source.key)"
    }

    private static func text(_ source: TagExplanation.Source) -> String {
        "\(name(source)) “\(source.values.joined(separator: "; "))”"
    }

    private static func album(of item: MediaItem, in catalog: Catalog) throws -> String {
        let folder = item.location.relativePath.parent
        guard let identity = AlbumIdentity(facts: item.facts, folder: folder) else {
            return "no tag has an album title."
        }
        let title = item.facts.albumTitle ?? ""
        let why =
            switch identity.rule {
            case .musicBrainzRelease(let id): "with the MusicBrainz release id \(id)"
            case .albumArtist:
                "with this title and the album artist “\(item.facts.albumArtist ?? "")”"
            case .folder(_, let folder):
                "with this title in the folder “\(folder)” and its disc folders,"
                    + " because there is no album artist or release id in the tags"
            }
        let count = try item.albumPersistentID.map { try catalog.itemCount(ofAlbum: $0) } ?? 0
        return "“\(title)” contains all tracks \(why); tracks: \(count)."
    }
}
