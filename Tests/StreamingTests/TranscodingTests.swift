import Foundation
import PhonolithFiles
import PhonolithFixtures
import PhonolithMediaModel
import PhonolithStreaming
import PhonolithTestSupport
import PhonolithWorker
import Synchronization
import Testing

/// The output of real workers, decoded again.
@Suite(.timeLimit(.minutes(20)), .thorough) struct TranscodingTests {
    private let folder: MediaPath
    private let tone: Tone
    private let workers: WorkerPool
    private let threads = BlockingThreads(name: "test", count: 4)

    init() throws {
        folder = MediaPath(NSTemporaryDirectory()).appending(MediaPath(UUID().uuidString))
        try WholeFile.makeFolder(folder)
        tone = try Tone(in: folder)
        workers = WorkerPool(
            program: MediaProgram.path, limit: 2, silenceLimit: .seconds(60), idleTime: .zero)
    }

    private func remove() { try? FileManager.default.removeItem(atPath: folder.description) }

    private func request(
        _ format: TranscodeRequest.Format, _ change: (inout TranscodeRequest) -> Void = { _ in }
    ) -> TranscodeRequest {
        var request = TranscodeRequest(path: tone.path, source: EntityTag("1"), format: format)
        change(&request)
        return request
    }

    private func bytes(_ request: TranscodeRequest) async throws -> [UInt8] {
        let bytes = Mutex<[UInt8]>([])
        try await WorkerTranscoder(workers: workers).transcode(request) { piece in
            bytes.withLock { $0 += piece }
        }
        return bytes.withLock { $0 }
    }

    private func cache(_ name: String) throws -> TranscodeCache {
        try TranscodeCache(
            folder: folder.appending(MediaPath(name)), limit: 1 << 30,
            transcoder: WorkerTranscoder(workers: workers), threads: threads)
    }

    @Test(
        "Each format sounds like its source, and is as long",
        arguments: [
            (TranscodeRequest.Format.wav, 44_100, 85.0, 0), (.flac, 44_100, 85, 0),
            (.opus, 48_000, 20, 0), (.mp3, 48_000, 25, 0),
            // ADTS has no place to say that the first 1024 samples are the encoder's.
            (.aac, 44_100, 20, 1024),
        ])
    func formats(
        format: TranscodeRequest.Format, rate: Int, distance: Double, delay: Int
    ) async throws {
        defer { remove() }
        let request = request(format) {
            if format == .mp3 {
                $0.bitRate = 192
                $0.length = ConstantBitRate.mp3Length(duration: 5, bitRate: 192)
            }
        }
        let sound = try Decoded(try await bytes(request), as: format, in: folder)
        #expect(sound.rate == rate)
        #expect(sound.channelCount == 2)
        let count = 5 * rate + delay
        // The last frame of AAC is filled up.
        #expect(sound.count >= count && sound.count <= count + (delay > 0 ? 2048 : 0))
        let heard = Tone.distance(of: sound, start: -Double(delay) / Double(rate), skipped: 4000)
        #expect(heard > distance, "\(format): \(heard) dB")
    }

    @Test(
        "A part of a file, as of a cue sheet, begins and ends to the sample",
        arguments: [TranscodeRequest.Format.wav, .flac, .opus])
    func part(format: TranscodeRequest.Format) async throws {
        defer { remove() }
        let request = request(format) { ($0.start, $0.end) = (1.25, 3.5) }
        let sound = try Decoded(try await bytes(request), as: format, in: folder)
        #expect(sound.count == Int(2.25 * Double(sound.rate)))
        #expect(Tone.distance(of: sound, start: 1.25) > 20)
    }

    @Test("A gain makes the sound louder or softer by so many dB, and what is too loud is cut off")
    func gain() async throws {
        defer { remove() }
        let softer = try Decoded(
            try await bytes(request(.wav) { $0.gain = -6 }), as: .wav, in: folder)
        #expect(Tone.distance(of: softer, gain: pow(10, -6 / 20)) > 80)
        let louder = try Decoded(
            try await bytes(request(.wav) { $0.gain = 12 }), as: .wav, in: folder)
        #expect(louder.samples.max() == Float(32_767) / 32_768)
        #expect(louder.samples.min() == -1)
    }

    @Test(
        "An MP3 has the promised length, also where the sound is shorter or longer than was thought",
        arguments: [5, 4.2, 6.7], [32, 128, 320])
    func promisedMP3(duration: Double, bitRate: Int) async throws {
        defer { remove() }
        let request = request(.mp3) {
            $0.bitRate = bitRate
            $0.length = ConstantBitRate.mp3Length(duration: duration, bitRate: bitRate)
        }
        let bytes = try await bytes(request)
        #expect(bytes.count == request.length)
        let sound = try Decoded(bytes, as: .mp3, in: folder)
        if duration == 5 {
            #expect(sound.count == 240_000)
        } else {
            #expect(abs(sound.count - Int(duration * 48_000)) <= 1152)
        }
    }

    @Test("A WAV has the promised length, rate and channels", arguments: [5, 4.2, 6.7])
    func promisedWave(duration: Double) async throws {
        defer { remove() }
        let request = request(.wav) {
            ($0.sampleRate, $0.channelCount) = (22_050, 1)
            $0.length = ConstantBitRate.wavLength(
                duration: duration, sampleRate: 22_050, channels: 1)
        }
        let bytes = try await bytes(request)
        #expect(bytes.count == request.length)
        let sound = try Decoded(bytes, as: .wav, in: folder)
        #expect(sound.count == Int((duration * 22_050).rounded()))
        #expect(sound.rate == 22_050)
        #expect(sound.channelCount == 1)
    }

    @Test("A lower bit rate makes fewer bytes", arguments: [TranscodeRequest.Format.opus, .aac])
    func bitRates(format: TranscodeRequest.Format) async throws {
        defer { remove() }
        let small = try await bytes(request(format) { $0.bitRate = 48 })
        let large = try await bytes(request(format) { $0.bitRate = 192 })
        #expect(small.count * 2 < large.count)
        #expect(small.count < 45_000)
    }

    @Test(
        "Joined ranges equal the whole, and another encode gives the same bytes",
        arguments: TranscodeRequest.Format.allCases)
    func ranges(format: TranscodeRequest.Format) async throws {
        defer { remove() }
        let request = request(format) { $0.bitRate = 128 }
        let whole = try await bytes(request)
        let cache = try cache("ranges")
        var joined: [UInt8] = []
        while joined.count < whole.count {
            let count = 30_000
            try await cache.reader(of: request, from: joined.count, count: count).readAll {
                joined += $0
            }
        }
        #expect(ContentDigest(of: joined) == ContentDigest(of: whole))
    }

    @Test("A range ahead of the encoder waits for it, with one encode for all")
    func ahead() async throws {
        defer { remove() }
        let request = request(.mp3) {
            $0.length = ConstantBitRate.mp3Length(duration: 5, bitRate: 192)
        }
        let cache = try cache("ahead")
        let length = try #require(request.length)
        async let tail = read(cache, request, from: length - 1000)
        async let whole = read(cache, request, from: 0)
        let (last, all) = try await (tail, whole)
        #expect(all.count == length)
        #expect(last == Array(all.suffix(1000)))
    }

    private func read(
        _ cache: TranscodeCache, _ request: TranscodeRequest, from position: Int
    ) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        try await cache.reader(of: request, from: position).readAll { bytes += $0 }
        return bytes
    }

    @Test(
        "What cannot be decoded is a failure that names the file",
        arguments: Fixtures.broken.prefix(6).map(\.name))
    func broken(name: String) async throws {
        defer { remove() }
        let path = Fixtures.path(of: name)
        let error = await #expect(throws: MediaWorkFailure.self) {
            _ = try await bytes(request(.opus) { $0.file = Data(path.bytes) })
        }
        #expect(error?.description.hasPrefix(path.description) ?? false)
    }

    // MARK: - Workers that end

    /// A transcode that stops at its first bytes until it is let go on.
    private func begun(
        _ format: TranscodeRequest.Format
    ) async -> (task: Task<Int, any Error>, gate: GrowingFile) {
        let (began, gate) = (GrowingFile(), GrowingFile())
        let task = Task { [workers, request = request(format)] in
            let count = Mutex(0)
            try await WorkerTranscoder(workers: workers).transcode(request) { piece in
                count.withLock { $0 += piece.count }
                began.grew(by: 1)
                _ = try await gate.hasByte(at: 0)
            }
            return count.withLock { $0 }
        }
        Task {
            if case .failure(let error) = await task.result { began.ended(.failure(error)) }
        }
        // Where it fails instead, the test finds out by the task.
        _ = try? await began.hasByte(at: 0)
        return (task, gate)
    }

    /// Whether a process has ended, and been waited for.
    private func hasEnded(_ process: Int32) -> Bool { kill(process, 0) != 0 && errno == ESRCH }

    @Test("A worker that is killed in the middle fails its transcode, and no other")
    func killed() async throws {
        defer { remove() }
        let first = await begun(.wav)
        let victim = try #require(workers.processIdentifiers.first)
        let second = await begun(.wav)
        kill(victim, SIGKILL)
        first.gate.grew(by: 1)
        await #expect(throws: JobFailure.ended(.signalled(SIGKILL), said: nil)) {
            try await first.task.value
        }
        second.gate.grew(by: 1)
        #expect(try await second.task.value == 44 + 5 * 44_100 * 4)
        // The next one has another worker.
        #expect(try await bytes(request(.flac)).count > 100_000)
    }

    /// Kills the first worker as soon as it has made something.
    private final class Killing: Transcoder {
        private let workers: WorkerPool
        private let hasKilled = Atomic(false)

        init(workers: WorkerPool) { self.workers = workers }

        func transcode(
            _ request: TranscodeRequest,
            _ write: @escaping @Sendable ([UInt8]) async throws -> Void
        ) async throws {
            try await WorkerTranscoder(workers: workers).transcode(request) { [self] piece in
                if !hasKilled.exchange(true, ordering: .relaxed) {
                    for process in workers.processIdentifiers { kill(process, SIGKILL) }
                }
                try await write(piece)
            }
        }
    }

    @Test("A transcode whose worker was killed leaves nothing in the cache, and is made again")
    func killedBehindCache() async throws {
        defer { remove() }
        let folder = folder.appending("killed")
        let cache = try TranscodeCache(
            folder: folder, limit: 1 << 30, transcoder: Killing(workers: workers),
            threads: threads)
        let request = request(.wav)
        await #expect(throws: JobFailure.ended(.signalled(SIGKILL), said: nil)) {
            try await cache.reader(of: request).readAll { _ in }
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.description)
        #expect(names.isEmpty)
        #expect(try await read(cache, request, from: 0).count == 44 + 5 * 44_100 * 4)
    }

    @Test("A client that goes away ends its worker at once")
    func gone() async throws {
        defer { remove() }
        let job = await begun(.wav)
        let process = try #require(workers.processIdentifiers.first)
        job.task.cancel()
        await #expect(throws: CancellationError.self) { try await job.task.value }
        #expect(hasEnded(process))
        #expect(workers.processIdentifiers.isEmpty)
    }

    @Test("More than so many at once are refused, and the next is taken again")
    func busy() async throws {
        defer { remove() }
        let (first, second) = (await begun(.wav), await begun(.wav))
        await #expect(throws: WorkerPool.Busy.self) { _ = try await bytes(request(.flac)) }
        first.gate.grew(by: 1)
        _ = try await first.task.value
        #expect(try await bytes(request(.flac)).count > 100_000)
        second.task.cancel()
        _ = await second.task.result
    }
}
