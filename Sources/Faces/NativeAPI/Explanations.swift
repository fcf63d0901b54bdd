import HTTPTypes
import PhonolithAccess
import PhonolithIdentity
import PhonolithMediaModel
import PhonolithQueries
import PhonolithScans
import PhonolithStore
import PhonolithWorker

/// Explains where the values of items come from. Their files are read for it, by workers.
struct Explanations: Sendable {
    private let workers: WorkerPool

    /// - Parameter program: `phonolith-media`; `nil` for that of this installation.
    init(program: MediaPath?) {
        workers = WorkerPool(
            program: program, limit: 2, silenceLimit: ExplanationJob.timeLimit)
    }

    /// The explanation of an item as an object. If the task is cancelled, so is the reading.
    ///
    /// - Parameter library: The library as the user sees it who asks.
    /// - Throws: ``Problem``.
    func json(of item: MediaItem, in library: ServedCatalog) async throws -> JSON {
        let properties = try await properties(of: item, for: library.client)
        let album = try await library.perform { catalog in
            try item.albumPersistentID.map {
                try (
                    count: catalog.items.count(ofAlbum: $0),
                    version: catalog.albums.version(ofAlbum: $0)
                )
            }
        }
        return ItemExplanation(
            item, properties: properties, albumCount: album?.count ?? 0, version: album?.version
        ).json
    }

    private func properties(
        of item: MediaItem, for client: String
    ) async throws -> [PropertyExplanation] {
        let job = MediaJob.explanation(ExplanationJob(item.location))
        let answer: ExplanationAnswer
        do {
            answer = try await workers.run(job, for: client, waits: true) {
                try await $0.next(ExplanationAnswer.self)
            }
        } catch let failure as JobFailure {
            throw Problem(
                .conflict, "\(item.location.path): cannot explain its values: \(failure)")
        } catch let error as WorkerError {
            throw Problem(.conflict, error.description)
        }
        switch answer {
        case .explained(let properties): return properties
        case .failed(let reason): throw Problem(.conflict, reason)
        }
    }
}
