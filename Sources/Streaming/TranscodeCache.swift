package import Blocking
import Crypto
import Files
import Foundation
package import MediaModel

/// Transcodes on disk: each is made once, read while it is made, and kept up to a limit. A file of the cache is
/// complete, or not in it.
package actor TranscodeCache {
    private let folder: MediaPath
    private let limit: Int
    private let transcoder: any Transcoder
    private let threads: BlockingThreads
    private var running: [TranscodeRequest: Work] = [:]

    /// A transcode that is being made.
    private struct Work {
        let file: GrowingFile
        let path: MediaPath
        let task: Task<Void, Never>
        var readers = 0
    }

    /// Uses a folder for transcodes; what an earlier server left unfinished in it is deleted. Blocks its thread.
    ///
    /// - Parameter limit: In bytes; what was used longest ago is deleted when there is more.
    package init(
        folder: MediaPath, limit: Int, transcoder: any Transcoder, threads: BlockingThreads
    ) throws {
        try WholeFile.makeFolder(folder, rights: 0o700)
        self.folder = folder
        self.limit = limit
        self.transcoder = transcoder
        self.threads = threads
        for file in CachedFile.all(in: folder) where file.isUnfinished { file.delete() }
    }

    /// Hands over the bytes of a transcode from a position on, as they are made.
    ///
    /// When nobody reads a transcode any more that is not complete, its worker is ended at once.
    ///
    /// - Parameter count: How many bytes; to the end for `nil`.
    package func read(
        _ request: TranscodeRequest, from position: Int = 0, count: Int? = nil,
        _ body: ([UInt8]) async throws -> Void
    ) async throws {
        let path = folder.appending(MediaPath(Self.name(of: request)))
        if let file = try await complete(path) {
            return try await copy(file, position, count, body)
        }
        let work = join(request, path)
        defer { leave(request) }
        // The file exists as soon as it has a byte.
        guard try await work.file.hasByte(at: position) else { return }
        let file = try await open(work, completed: path)
        var position = position
        let end = count.map { position + $0 } ?? .max
        while position < end, try await work.file.hasByte(at: position) {
            let range = ByteRange(position, min(end, work.file.count) - 1)
            let bytes = try await threads.perform {
                try file.bytes(range, most: FileReader.chunk)
            }
            try await body(bytes)
            position += bytes.count
        }
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

    /// The length of a transcode that is complete; `nil` for one that is not.
    package func length(of request: TranscodeRequest) async throws -> Int? {
        try await complete(folder.appending(MediaPath(Self.name(of: request))))?
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

    private func copy(
        _ file: OpenFile, _ position: Int, _ count: Int?, _ body: ([UInt8]) async throws -> Void
    ) async throws {
        let end = min(count.map { position + $0 } ?? .max, file.representation.length)
        let reader = FileReader(threads: threads)
        var position = position
        while position < end {
            let bytes = try await reader.bytes(ByteRange(position, end - 1), of: file)
            try await body(bytes)
            position += bytes.count
        }
    }

    // MARK: - Making

    private func join(_ request: TranscodeRequest, _ path: MediaPath) -> Work {
        var work = running[request] ?? start(request, path)
        work.readers += 1
        running[request] = work
        return work
    }

    private func leave(_ request: TranscodeRequest) {
        guard var work = running[request] else { return }
        work.readers -= 1
        running[request] = work.readers > 0 ? work : nil
        if work.readers == 0 { work.task.cancel() }
    }

    private func start(_ request: TranscodeRequest, _ path: MediaPath) -> Work {
        let file = GrowingFile()
        let unfinished = CachedFile.unfinished(path)
        let task = Task { [transcoder, threads, folder, limit] in
            do {
                let writer = try await threads.perform { try FileWriter(unfinished) }
                do {
                    try await transcoder.transcode(request) { bytes in
                        try await threads.perform { try writer.write(bytes) }
                        file.grew(by: bytes.count)
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
        }
        return Work(file: file, path: unfinished, task: task)
    }

    /// A name that stands for the source and everything that is done to it.
    private static func name(of request: TranscodeRequest) -> String {
        var hash = SHA256()
        func add(_ text: String) {
            hash.update(data: Data(text.utf8))
            hash.update(data: [0])
        }
        hash.update(data: Data(request.path.bytes + [0]))
        add(request.source.description)
        add("\(request.start) \(request.end ?? -1) \(request.gain) \(request.length ?? -1)")
        add("\(request.bitRate ?? 0)")
        let digest = hash.finalize().prefix(16)
        return digest.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
            + "." + request.format.rawValue
    }
}
