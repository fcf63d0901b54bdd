import ArgumentParser
import PhonolithCommandLineInterface
import PhonolithIdentity
import PhonolithMediaModel
import PhonolithQueries
import PhonolithScans
import PhonolithStore
import PhonolithWorker

/// `show`, which reads the file where its values are to be explained.
struct ShowOrExplain: ParsableCommand {
    static let configuration = Show.configuration
    @OptionGroup var options: ShowOptions

    func run() throws {
        guard options.explain else { return try options.show() }
        let catalog = try options.library.open(for: .reading)
        // The worker reads it, too; its errors are reported here.
        _ = try Configuration.read()
        let worker = JobSupervisor(
            arguments: [MediaWorker.name], silenceLimit: ExplanationJob.timeLimit)
        defer { worker.end() }
        for item in try catalog.items(named: options.item) {
            let properties = try properties(of: item, by: worker)
            let album = item.albumPersistentID
            let count = try album.map { try catalog.items.count(ofAlbum: $0) }
            let version = try album.flatMap { try catalog.albums.version(ofAlbum: $0) }
            try show(
                ItemExplanation(
                    item, properties: properties, albumCount: count ?? 0, version: version))
        }
    }

    /// Has a worker read the file: it may crash the tag reader. Blocks its thread.
    private func properties(
        of item: MediaItem, by worker: JobSupervisor
    ) throws -> [PropertyExplanation] {
        var answer: ExplanationAnswer?
        let job = MediaJob.explanation(ExplanationJob(item.location))
        let failure = try worker.run(job) { (given: ExplanationAnswer) in
            answer = given
            return true
        }
        switch answer {
        case .explained(let properties): return properties
        case .failed(let reason): throw Failure(reason)
        case nil:
            let reason = failure.map { "\($0)" } ?? "no answer"
            throw Failure("\(item.location.path): cannot explain its values: \(reason)")
        }
    }

    private func show(_ explanation: ItemExplanation) throws {
        guard options.output.isForPeople else {
            return try StandardOutput.writeLine(explanation.json.text)
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
