import ArgumentParser
import Glibc
import PhonolithCommandLineInterface
import PhonolithFiles
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
        if let file = try options.library.file(named: options.item) { return try show(file) }
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

    /// Shows a file that is in no library.
    private func show(_ file: MediaPath) throws {
        _ = try Configuration.read()
        switch try FileWorker.answer(to: FileJob(file, .facts), named: options.item) {
        case .facts(let facts, let artwork, let explanation):
            if options.lyrics { return try options.showLyrics(of: facts) }
            let location = MediaItem.Location(
                root: "/", relativePath: file.relative(to: "/") ?? file,
                fileSize: file.status.map { Int($0.st_size) } ?? 0)
            guard options.explain else {
                return try options.show(Record(facts, at: location, artwork: artwork))
            }
            try show(ItemExplanation(facts, at: location, properties: explanation))
        case .failed(let reason): throw Failure(reason)
        case .picture: break
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

/// Files that no library knows, read by a worker.
enum FileWorker {
    /// Has a worker do a job. Blocks its thread.
    ///
    /// - Parameter name: The file, as the user named it.
    /// - Throws: ``Failure`` where the file crashes or hangs the reader.
    static func answer(to job: FileJob, named name: String) throws -> FileAnswer {
        let worker = JobSupervisor(arguments: [MediaWorker.name], silenceLimit: FileJob.timeLimit)
        defer { worker.end() }
        var answer: FileAnswer?
        let failure = try worker.run(MediaJob.file(job)) { (given: FileAnswer) in
            answer = given
            return true
        }
        guard let answer else {
            throw Failure("\(name): cannot be read: \(failure.map { "\($0)" } ?? "no answer")")
        }
        return answer
    }
}
