import Glibc
package import PhonolithFiles
package import PhonolithMediaModel
import PhonolithWorker
import Synchronization

/// Transcodes on disk: each is made once, read while it is made, and kept up to a limit. A file of the cache is
/// complete, or not in it.
package actor TranscodeCache {
    private let folder: MediaPath
    private let limit: Int
    private let transcoder: any Transcoder
    private let threads: BlockingThreads
    /// Reads files of the cache.
    nonisolated let files: FileReader
    private let shareOfUser: Int
    private var running: [TranscodeRequest: Work] = [:]
    /// How many were begun for each client and are being made.
    private var counts: [TranscodeClient: Int] = [:]
    private var startedCount = 0
    private let unfinished = UnfinishedBytes()
    private let lead: Int

    /// A transcode that is being made.
    private struct Work {
        let file: GrowingFile
        let path: MediaPath
        let task: Task<Void, Never>
        /// Distinguishes it from others of the same request.
        let number: Int
        var holds = 0
    }

    /// Uses a folder for transcodes; unfinished files of an earlier server in it are deleted. Blocks its thread.
    ///
    /// - Parameters:
    ///   - limit: In bytes; the least recently used files are deleted when there is more.
    ///   - lead: In bytes: how far a transcode that is being made may be ahead of its readers once those that are being
    ///     made exceed the limit.
    ///   - shareOfUser: How many are made at once for one user.
    package init(
        folder: MediaPath, limit: Int, lead: Int = 4 << 20, shareOfUser: Int = .max,
        transcoder: any Transcoder, threads: BlockingThreads
    ) throws {
        try WholeFile.makeFolder(folder, rights: 0o700)
        self.folder = folder
        self.limit = limit
        self.lead = lead
        self.shareOfUser = shareOfUser
        self.transcoder = transcoder
        self.threads = threads
        files = FileReader(threads: threads)
        CachedFile.deleteUnfinished(in: folder)
    }

    /// Reads a transcode from a position on, as it is made.
    ///
    /// When it is not complete and no reader is left, its worker is ended at once.
    ///
    /// - Parameter count: How many bytes; to the end for `nil`.
    package nonisolated func reader(
        of request: TranscodeRequest, from position: Int = 0, count: Int? = nil
    ) -> TranscodeReader {
        TranscodeReader(self, request, from: position, count: count)
    }

    /// Where the bytes of a transcode come from, when there is one at the position; `nil` after the end.
    func source(
        of request: TranscodeRequest, at position: Int
    ) async throws -> TranscodeReader.Source? {
        let path = folder.appending(MediaPath(request.name))
        if let file = try await complete(path) { return .complete(file) }
        let (work, hold) = try join(request, path, for: nil)
        // The file exists as soon as it has a byte.
        guard try await work.file.hasByte(at: position) else { return nil }
        return .growing(try await open(work, completed: path), work.file, hold)
    }

    /// Opens what is written so far.
    ///
    /// - Throws: Why there is nothing any more: the worker's failure.
    private func open(_ work: Work, completed path: MediaPath) async throws -> OpenFile {
        let found = try await threads.perform { () -> OpenFile? in
            // It may have been completed meanwhile.
            for path in [work.path, path] {
                do throws(OpenFile.Failure) { return try OpenFile(path) } catch .missing {}
            }
            return nil
        }
        if let found { return found }
        _ = try await work.file.hasByte(at: .max)
        throw OpenFile.Failure.missing
    }

    /// Begins a transcode, and waits for its first byte.
    ///
    /// - Parameter client: For whom it is made, if it is not made yet; `nil` to count it for no client.
    /// - Returns: A token that keeps the transcode running while it is held, even without readers.
    /// - Throws: `WorkerPool.Busy` where as many are made for the client as may be, and why it cannot be made; no reader
    ///   has got a byte of it then.
    package func begin(
        _ request: TranscodeRequest, for client: TranscodeClient? = nil
    ) async throws -> Hold? {
        let path = folder.appending(MediaPath(request.name))
        if try await complete(path) != nil { return nil }
        let (work, hold) = try join(request, path, for: client)
        _ = try await work.file.hasByte(at: 0)
        return hold
    }

    /// The length of a transcode that is complete; `nil` for one that is not.
    package func length(of request: TranscodeRequest) async throws -> Int? {
        try await complete(folder.appending(MediaPath(request.name)))?
            .representation.length
    }

    private func complete(_ path: MediaPath) async throws -> OpenFile? {
        try await threads.perform {
            do throws(OpenFile.Failure) {
                let file = try OpenFile(path)
                CachedFile.noteUse(of: path)
                return file
            } catch .missing {
                return nil
            }
        }
    }

    // MARK: - Making

    private func join(
        _ request: TranscodeRequest, _ path: MediaPath, for client: TranscodeClient?
    ) throws -> (Work, Hold) {
        // One that has failed is made again.
        var work =
            try running[request].flatMap { $0.file.hasFailed ? nil : $0 }
            ?? start(request, path, for: client)
        work.holds += 1
        running[request] = work
        let number = work.number
        return (work, Hold { Task { await self.leave(request, number) } })
    }

    private func leave(_ request: TranscodeRequest, _ number: Int) {
        guard var work = running[request], work.number == number else { return }
        work.holds -= 1
        running[request] = work.holds > 0 ? work : nil
        if work.holds == 0 { work.task.cancel() }
    }

    private func start(
        _ request: TranscodeRequest, _ path: MediaPath, for client: TranscodeClient?
    ) throws -> Work {
        if let client { try count(client) }
        let file = GrowingFile()
        let unfinishedPath = CachedFile.unfinished(path)
        let end: @Sendable () async -> Void = { [weak self] in
            if let client { await self?.uncount(client) }
        }
        let task = Task { [transcoder, threads, folder, limit, lead, unfinished] in
            defer { unfinished.count.withLock { $0 -= file.count } }
            do {
                let writer = try await threads.perform { try FileWriter(unfinishedPath) }
                do {
                    try await transcoder.transcode(request) { bytes in
                        try await threads.perform { try writer.write(bytes) }
                        file.grew(by: bytes.count)
                        let total = unfinished.count.withLock { count in
                            count += bytes.count
                            return count
                        }
                        if total > limit { try await file.awaitReaders(lead: lead) }
                    }
                    try Task.checkCancellation()
                    try await threads.perform {
                        try writer.place(at: path)
                        CachedFile.trim(folder, to: limit, keeping: path)
                    }
                    file.ended(.success(()))
                } catch {
                    await threads.finish { writer.discard() }
                    throw error
                }
            } catch {
                file.ended(.failure(error))
            }
            await end()
        }
        startedCount += 1
        return Work(file: file, path: unfinishedPath, task: task, number: startedCount)
    }
}

// MARK: - Counting

extension TranscodeCache {
    /// Counts one more for a client: no user has them all, and all visitors of a user's shares have one of the user's.
    private func count(_ client: TranscodeClient) throws(WorkerPool.Busy) {
        let visitors = counts[TranscodeClient(user: client.user, isVisitor: true)] ?? 0
        let own = counts[TranscodeClient(user: client.user)] ?? 0
        guard own + visitors < shareOfUser, !client.isVisitor || visitors == 0 else {
            throw WorkerPool.Busy()
        }
        counts[client, default: 0] += 1
    }

    private func uncount(_ client: TranscodeClient) {
        let left = counts[client, default: 1] - 1
        counts[client] = left > 0 ? left : nil
    }
}

/// The bytes of all transcodes that are being made.
private final class UnfinishedBytes: Sendable {
    let count = Mutex(0)
}

/// For whom a transcode is made.
package struct TranscodeClient: Hashable, Sendable {
    package var user: String
    /// Whether the client is a visitor of one of the user's shares.
    package var isVisitor: Bool

    package init(user: String, isVisitor: Bool = false) {
        self.user = user
        self.isVisitor = isVisitor
    }
}
