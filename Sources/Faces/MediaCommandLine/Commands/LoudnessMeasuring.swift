import FoundationEssentials
import PhonolithCommandLineInterface
import PhonolithMediaModel
import PhonolithScans
import PhonolithStore
import PhonolithWorker

/// Has albums and single items measured by workers, several at once, and stores each when it is done.
struct LoudnessMeasuring: Sendable {
    struct Report: Sendable {
        struct Failure: Sendable {
            var path: MediaPath
            var reason: String
        }

        var trackCount = 0
        var failures: [Failure] = []
    }

    private let catalog: Catalog
    private let pool: WorkerPool
    private let limit = max(1, ProcessInfo.processInfo.activeProcessorCount)

    init(_ catalog: Catalog, silenceLimit: Duration) {
        self.catalog = catalog
        pool = WorkerPool(limit: limit, silenceLimit: silenceLimit)
    }

    /// Measures until all is done, or the task is cancelled.
    ///
    /// - Throws: ``CatalogError`` and ``WorkerError``.
    func measure(_ groups: [MeasurableGroup]) async throws -> Report {
        let bar = Terminal.errorIsTerminal ? ProgressBar() : nil
        defer { bar?.clear() }
        var (report, done) = (Report(), 0)
        try await withThrowingTaskGroup(of: Measured.self) { tasks in
            var waiting = groups[...]
            for _ in 0..<limit {
                if let next = waiting.popFirst() { tasks.addTask { try await measured(next) } }
            }
            while let measured = try await tasks.next() {
                if !Task.isCancelled, let next = waiting.popFirst() {
                    tasks.addTask { try await self.measured(next) }
                }
                try catalog.loudness.store(measured.tracks, album: measured.together)
                report.trackCount += measured.tracks.count
                report.failures += measured.failures
                done += 1
                if let folder = measured.tracks.first?.0.item.location.path.parent {
                    bar?.show(ScanProgress(done: done, total: groups.count, folder: folder))
                }
            }
        }
        return report
    }

    // MARK: - An album

    private struct Measured: Sendable {
        var tracks: [(MeasurableItem, MeasuredLoudness)] = []
        /// `nil` for items without an album.
        var together: MeasuredLoudness?
        var failures: [Report.Failure] = []

        /// Adds what a worker answered to a job.
        mutating func take(_ answers: [LoudnessAnswer], of items: [MeasurableItem]) {
            for (track, answer) in zip(items, answers) {
                switch answer {
                case .measured(let loudness): tracks.append((track, .init(loudness)))
                case .failed(let reason): failures.append(.init(track, reason))
                case .working, .together: break
                }
            }
            if case .together(let loudness) = answers.last,
                items.first?.item.albumPersistentID != nil
            {
                together = .init(loudness)
            }
        }
    }

    /// Nothing where the task is cancelled.
    private func measured(_ group: MeasurableGroup) async throws -> Measured {
        var items = try catalog.loudness.measurableItems(of: group)
        var measured = Measured()
        while !items.isEmpty {
            let job = LoudnessJob(items.map { .init($0.item.location) })
            var answers: [LoudnessAnswer] = []
            do {
                try await pool.run(MediaJob.loudness(job)) { worker in
                    while answers.count <= items.count {
                        let answer = try await worker.next(LoudnessAnswer.self)
                        if answer != .working { answers.append(answer) }
                    }
                }
                measured.take(answers, of: items)
                return measured
            } catch let failure as JobFailure {
                // The worker died of the sound that comes next: the others are measured without it.
                let culprit = items.remove(at: min(items.count - 1, answers.count))
                measured.failures.append(.init(culprit, failure.description))
            } catch is CancellationError {
                return Measured()
            }
        }
        return measured
    }
}

extension LoudnessMeasuring.Report.Failure {
    fileprivate init(_ track: MeasurableItem, _ reason: String) {
        self.init(path: track.item.location.path, reason: reason)
    }
}

extension MeasuredLoudness {
    fileprivate init(_ answer: LoudnessAnswer.Loudness) {
        self.init(loudness: answer.loudness, peak: answer.peak)
    }
}

extension LoudnessMeasuring.Report {
    var json: String {
        let failures = failures.map { failure in
            Record([
                ("path", .text(failure.path.description)), ("reason", .text(failure.reason)),
            ]).json
        }
        return """
            {"measured":\(trackCount),"failed":[\(failures.joined(separator: ","))]}
            """
    }
}
