import FoundationEssentials
package import PhonolithFiles
package import PhonolithMediaModel
package import PhonolithWorker

/// Pictures in other sizes and pictures of videos, made by workers and kept in a folder up to a limit. A picture is
/// complete, or not in the folder.
package actor WorkerPictures {
    private let folder: MediaPath
    private let limit: Int
    private let workers: WorkerPool
    private let threads: BlockingThreads
    /// Pictures that are being made, each for all its clients.
    private var making: [String: SharedWork<[UInt8]>] = [:]
    /// How many bytes were written since the folder was trimmed.
    private var written = 0

    /// Uses a folder; unfinished files of an earlier server in it are deleted. Blocks its thread.
    ///
    /// - Parameter limit: In bytes; the least recently used files are deleted when there is more.
    package init(
        folder: MediaPath, limit: Int, workers: WorkerPool, threads: BlockingThreads
    ) throws {
        try WholeFile.makeFolder(folder, rights: 0o700)
        self.folder = folder
        self.limit = limit
        self.workers = workers
        self.threads = threads
        CachedFile.deleteUnfinished(in: folder)
    }

    /// A picture that is no larger than a square.
    ///
    /// - Parameters:
    ///   - picture: Its bytes; asked for only where the result is not known yet.
    ///   - hash: That of the bytes, in hexadecimal.
    ///   - longestEdge: In pixels.
    ///   - client: The client that wants it: where all workers are busy, clients take turns.
    /// - Returns: JPEG or PNG; `nil` if the picture is small enough as it is.
    package func smaller(
        hash: String, longestEdge: Int, for client: String = "",
        _ picture: @escaping @Sendable () async throws -> [UInt8]
    ) async throws -> [UInt8]? {
        let made = try await kept("\(hash)-\(longestEdge)") { [workers] in
            let job = ArtworkJob(picture: Data(try await picture()), longestEdge: longestEdge)
            let answer = try await workers.run(
                MediaJob.artwork(job), for: client, waits: true
            ) { try await $0.next(ArtworkAnswer.self) }
            switch answer {
            case .made(let made): return made.map { Array($0.bytes) } ?? []
            case .failed(let reason): throw MediaWorkFailure(description: reason)
            }
        }
        return made.isEmpty ? nil : made
    }

    /// The picture of a video at a time, as JPEG.
    ///
    /// - Parameters:
    ///   - source: The tag of the video's bytes.
    ///   - time: In seconds.
    ///   - isExact: The frame on screen then; else the key frame nearest to it.
    ///   - longestEdge: In pixels; `nil` for the video's own size.
    ///   - client: As for ``smaller(hash:longestEdge:for:_:)``.
    package func picture(
        of video: MediaPath, source: EntityTag, at time: Double, isExact: Bool, longestEdge: Int?,
        for client: String = ""
    ) async throws -> [UInt8] {
        let size = longestEdge.map(String.init) ?? "whole"
        let name = Self.name(video, source, "\(time) \(isExact) \(size)")
        return try await kept(name) { [workers, threads, folder] in
            try await Self.inTemporaryFolder(below: folder, threads) { temporary in
                var job = Self.job(video, in: temporary, longestEdge: longestEdge)
                job.times = .at([time])
                if isExact { (job.toleranceBefore, job.toleranceAfter) = (0, 0) }
                let records = try await Self.records(of: job, by: workers, for: client)
                guard let path = records.first?.path.map({ MediaPath(bytes: $0) }) else {
                    throw MediaWorkFailure(
                        description: records.first?.error ?? "there is no picture")
                }
                return try await threads.perform { try path.allBytes(upTo: Self.longestPicture) }
            }
        }
    }

    /// The pictures of a video along its time line.
    ///
    /// - Parameters:
    ///   - interval: Between two of them, in seconds.
    ///   - longestEdge: Of each, in pixels.
    ///   - client: As for ``smaller(hash:longestEdge:for:_:)``.
    package func sprites(
        of video: MediaPath, source: EntityTag, interval: Double, longestEdge: Int,
        for client: String = ""
    ) async throws -> SpriteSet {
        let name = Self.name(video, source, "sprites \(interval) \(longestEdge)")
        let bytes = try await kept(name) { [workers, threads, folder] in
            try await Self.inTemporaryFolder(below: folder, threads) { temporary in
                var job = Self.job(video, in: temporary, longestEdge: longestEdge)
                job.times = .every(interval)
                job.arrangement = .sprites(columns: 10, rows: 10)
                let records = try await Self.records(of: job, by: workers, for: client)
                return try await threads.perform { try SpriteSet(records).packed }
            }
        }
        guard let sprites = SpriteSet(packed: bytes) else {
            throw MediaWorkFailure(description: "the cached sprites are damaged")
        }
        return sprites
    }

    // MARK: - Keeping

    /// The pictures kept under a name, or made now: once, for all clients that ask meanwhile.
    private func kept(
        _ name: String, _ make: @escaping @Sendable () async throws -> [UInt8]
    ) async throws -> [UInt8] {
        let path = folder.appending(MediaPath(name))
        if making[name] == nil, let known = try await known(path) { return known }
        let work = joined(name) ?? begin(name, path, make)
        // Another may have begun meanwhile, if this one failed or all have left.
        defer { if making[name] === work { making[name] = nil } }
        let bytes = try await work.value
        await trim(after: bytes.count, keeping: path)
        return bytes
    }

    private func known(_ path: MediaPath) async throws -> [UInt8]? {
        try await threads.perform {
            guard path.status != nil else { return nil }
            CachedFile.noteUse(of: path)
            // One that was deleted meanwhile is made again.
            return try? path.allBytes(upTo: Self.longestPicture)
        }
    }

    private func joined(_ name: String) -> SharedWork<[UInt8]>? {
        making[name].flatMap { $0.join() ? $0 : nil }
    }

    private func begin(
        _ name: String, _ path: MediaPath, _ make: @escaping @Sendable () async throws -> [UInt8]
    ) -> SharedWork<[UInt8]> {
        let work = SharedWork { [threads] in
            let bytes = try await make()
            try await threads.perform { try WholeFile.write(bytes, to: path, isDurable: false) }
            return bytes
        }
        making[name] = work
        return work
    }

    /// A folder of many files is not listed for each of them.
    private func trim(after count: Int, keeping path: MediaPath) async {
        written += count
        guard written > limit / 20 else { return }
        written = 0
        await threads.finish { [folder, limit] in
            CachedFile.trim(folder, to: limit - limit / 20, keeping: path)
        }
    }

    /// Sheets of a long video are some MiB.
    private static let longestPicture = 256 << 20

    private static func name(_ video: MediaPath, _ source: EntityTag, _ rest: String) -> String {
        ContentDigest(of: video.bytes + [0] + Array("\(source) \(rest)".utf8))
            .bytes.prefix(16).hexadecimal
    }

    // MARK: - Asking workers

    private static func job(
        _ video: MediaPath, in folder: MediaPath, longestEdge: Int?
    ) -> PictureJob {
        PictureJob(
            video: video.bytes, times: .count(1), toleranceBefore: nil, toleranceAfter: nil,
            avoidsRepeats: false,
            maximumSize: longestEdge.map { .init(width: $0, height: $0) }, format: "jpeg",
            quality: 85, arrangement: .single, folder: folder.bytes, stem: Array("picture".utf8),
            cacheLimit: nil, library: nil, timeLimit: timeLimit)
    }

    /// For one picture, in seconds.
    private static let timeLimit = 30.0

    private static func records(
        of job: PictureJob, by workers: WorkerPool, for client: String
    ) async throws -> [PictureRecord] {
        try await workers.run(MediaJob.pictures(job), for: client, waits: true) { job in
            var records: [PictureRecord] = []
            while true {
                switch try await job.next(PictureAnswer.self) {
                case .result(let record): records.append(record)
                case .refused(let reason): throw MediaWorkFailure(description: reason)
                case .progress, .times: break
                case .done: return records
                }
            }
        }
    }

    private static func inTemporaryFolder(
        below folder: MediaPath, _ threads: BlockingThreads,
        _ body: (MediaPath) async throws -> [UInt8]
    ) async throws -> [UInt8] {
        let temporary = CachedFile.unfinished(folder.appending("video"))
        let remove = { @Sendable in
            // Files that cannot be deleted are deleted by the next server.
            try? FileManager.default.removeItem(atPath: temporary.description)
            return
        }
        do {
            let bytes = try await body(temporary)
            await threads.finish(remove)
            return bytes
        } catch {
            await threads.finish(remove)
            throw error
        }
    }
}
