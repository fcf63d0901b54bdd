import Foundation
import PhonolithFiles
import PhonolithMediaModel
import PhonolithStreaming
import PhonolithTestSupport
import PhonolithWorker
import Synchronization
import Testing

/// Writes numbered pieces, each when it is let.
private final class ScriptedTranscoder: Transcoder {
    private let gate = GrowingFile()
    private let counts = Mutex((started: 0, cancelled: 0, written: 0))
    let pieces: Int

    init(pieces: Int) { self.pieces = pieces }

    var started: Int { counts.withLock(\.started) }
    var cancelled: Int { counts.withLock(\.cancelled) }
    /// How many pieces were given away, taken or not.
    var written: Int { counts.withLock(\.written) }

    static func piece(_ number: Int) -> [UInt8] { Array(repeating: UInt8(number), count: 1000) }
    var all: [UInt8] { (0..<pieces).flatMap(Self.piece) }

    func letThrough(_ count: Int) { gate.grew(by: count) }

    func transcode(
        _ request: TranscodeRequest,
        _ write: @escaping @Sendable ([UInt8]) async throws -> Void
    ) async throws {
        counts.withLock { $0.started += 1 }
        for number in 0..<pieces {
            while gate.count <= number {
                // Cancelled while it waits, it gives up.
                do {
                    try await Task.sleep(for: .milliseconds(2))
                } catch {
                    counts.withLock { $0.cancelled += 1 }
                    throw error
                }
            }
            counts.withLock { $0.written += 1 }
            try await write(Self.piece(number))
        }
    }
}

@Suite struct TranscodeCacheTests {
    private let folder: MediaPath
    private let threads = BlockingThreads(name: "test", count: 2)

    init() {
        folder = MediaPath(NSTemporaryDirectory()).appending(MediaPath(UUID().uuidString))
    }

    private func cache(
        _ transcoder: any Transcoder, limit: Int = 1 << 20, lead: Int = 1 << 20,
        shareOfUser: Int = .max
    ) throws -> TranscodeCache {
        try TranscodeCache(
            folder: folder, limit: limit, lead: lead, shareOfUser: shareOfUser,
            transcoder: transcoder, threads: threads)
    }

    private func request(_ name: String = "a") -> TranscodeRequest {
        TranscodeRequest(path: MediaPath(name), source: EntityTag("1"), format: .mp3, bitRate: 128)
    }

    private func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.description)
    }

    private func remove() { try? FileManager.default.removeItem(atPath: folder.description) }

    @Test(
        "A transcode is read while it is made, and made once for all who read it",
        .timeLimit(.minutes(20)))
    func readWhileMade() async throws {
        defer { remove() }
        let transcoder = ScriptedTranscoder(pieces: 3)
        let cache = try cache(transcoder)
        let all = transcoder.all
        transcoder.letThrough(1)
        let (first, part) = try await withThrowingTaskGroup(of: (Int, [UInt8]).self) { group in
            group.addTask {
                var bytes: [UInt8] = []
                try await cache.reader(of: request()).readAll {
                    bytes += $0
                    transcoder.letThrough(1)
                }
                return (0, bytes)
            }
            // A range ahead of the encoder waits for it.
            group.addTask {
                var bytes: [UInt8] = []
                try await cache.reader(of: request(), from: 2500, count: 200).readAll {
                    bytes += $0
                }
                return (1, bytes)
            }
            var found: [Int: [UInt8]] = [:]
            for try await (which, bytes) in group { found[which] = bytes }
            return (found[0], found[1])
        }
        #expect(first == all)
        #expect(part == Array(all[2500..<2700]))
        #expect(transcoder.started == 1)
        #expect(try names().count == 1)
        #expect(try await cache.length(of: request()) == 3000)
        // From the disk.
        var again: [UInt8] = []
        try await cache.reader(of: request(), from: 2999).readAll { again += $0 }
        #expect(again == [2])
        #expect(transcoder.started == 1)
    }

    @Test(
        "When nobody reads any more the worker ends, and nothing is left", .timeLimit(.minutes(20)))
    func abandoned() async throws {
        defer { remove() }
        struct Gone: Error {}
        let transcoder = ScriptedTranscoder(pieces: 3)
        let cache = try cache(transcoder)
        transcoder.letThrough(1)
        await #expect(throws: Gone.self) {
            try await cache.reader(of: request()).readAll { _ in throw Gone() }
        }
        while try transcoder.cancelled == 0 || !names().isEmpty {
            try await Task.sleep(for: .milliseconds(2))
        }
        #expect(try await cache.length(of: request()) == nil)
    }

    @Test(
        "No user has all transcodes, and the visitors of a user's shares have one of the user's",
        .timeLimit(.minutes(20)))
    func turns() async throws {
        defer { remove() }
        let transcoder = ScriptedTranscoder(pieces: 2)
        let cache = try cache(transcoder, shareOfUser: 3)
        transcoder.letThrough(1)
        let bob = TranscodeClient(user: "bob")
        let visitor = TranscodeClient(user: "bob", isVisitor: true)
        func begin(_ name: String, _ client: TranscodeClient) async throws -> Hold? {
            try await cache.begin(request(name), for: client)
        }
        var holds = [try await begin("a", visitor)]
        await #expect(throws: WorkerPool.Busy.self) { try await begin("b", visitor) }
        holds.append(try await begin("b", bob))
        holds.append(try await begin("c", bob))
        await #expect(throws: WorkerPool.Busy.self) { try await begin("d", bob) }
        // A transcode in progress is shared, and others have counts of their own.
        holds.append(try await begin("a", bob))
        holds.append(try await begin("d", TranscodeClient(user: "alice")))
        #expect(transcoder.started == 4)
        // Transcodes that have ended, or whose client has left, are no longer counted.
        holds = []
        while holds.isEmpty {
            do {
                holds.append(try await begin("e", bob))
            } catch is WorkerPool.Busy {
                try await Task.sleep(for: .milliseconds(2))
            }
        }
        transcoder.letThrough(1)
    }

    @Test("A failure reaches who reads, and nothing incomplete stays", .timeLimit(.minutes(20)))
    func failing() async throws {
        defer { remove() }
        struct Broken: Error {}
        struct Failing: Transcoder {
            func transcode(
                _ request: TranscodeRequest,
                _ write: @escaping @Sendable ([UInt8]) async throws -> Void
            ) async throws {
                try await write([1, 2, 3])
                throw Broken()
            }
        }
        let cache = try cache(Failing())
        await #expect(throws: Broken.self) {
            try await cache.reader(of: request()).readAll { _ in }
        }
        #expect(try names().isEmpty)
    }

    @Test("What was used longest ago goes when there is too much", .timeLimit(.minutes(20)))
    func limit() async throws {
        defer { remove() }
        let transcoder = ScriptedTranscoder(pieces: 1)
        let cache = try cache(transcoder, limit: 2500)
        transcoder.letThrough(1)
        for name in ["a", "b", "a", "c"] {
            try await cache.reader(of: request(name)).readAll { _ in }
            // Times of files may be coarse.
            try await Task.sleep(for: .milliseconds(20))
        }
        #expect(try await cache.length(of: request("b")) == nil)
        #expect(try await cache.length(of: request("a")) == 1000)
        #expect(try await cache.length(of: request("c")) == 1000)
    }

    @Test(
        "Where the cache is full, a transcode is no farther ahead than its readers may want",
        .timeLimit(.minutes(20)))
    func lead() async throws {
        defer { remove() }
        let transcoder = ScriptedTranscoder(pieces: 50)
        let cache = try cache(transcoder, limit: 2500, lead: 4000)
        transcoder.letThrough(50)
        let hold = try await cache.begin(request())
        // The first beyond the lead is written, and the next waits.
        try await eventually("five pieces are written") { transcoder.written == 5 }
        var bytes: [UInt8] = []
        for position in stride(from: 0, to: 50_000, by: 500) {
            try await cache.reader(of: request(), from: position, count: 500).readAll {
                bytes += $0
            }
            #expect(transcoder.written * 1000 <= position + 500 + 4000 + 2000)
        }
        #expect(bytes == transcoder.all)
        withExtendedLifetime(hold) {}
    }

    @Test("What an earlier server left unfinished is deleted")
    func leftovers() async throws {
        defer { remove() }
        try WholeFile.makeFolder(folder)
        let left = folder.appending("0123.mp3-7.unfinished")
        try WholeFile.write([1], to: left)
        _ = try cache(ScriptedTranscoder(pieces: 1))
        #expect(try names().isEmpty)
    }
}
