import Foundation
import PhonolithFiles
import PhonolithFixtures
import PhonolithMediaModel
import PhonolithStreaming
import PhonolithWorker
import Synchronization
import Testing

/// Pictures that real workers make.
@Suite(.timeLimit(.minutes(20))) struct WorkerPicturesTests {
    private let folder: MediaPath
    private let pictures: WorkerPictures

    init() throws {
        folder = MediaPath(NSTemporaryDirectory()).appending(MediaPath(UUID().uuidString))
        try WholeFile.makeFolder(folder.appending("video-1.unfinished/left"))
        pictures = try WorkerPictures(
            folder: folder, limit: 1 << 20,
            workers: WorkerPool(
                program: MediaProgram.path, limit: 2, silenceLimit: .seconds(60)),
            threads: BlockingThreads(name: "test", count: 2))
    }

    private func remove() { try? FileManager.default.removeItem(atPath: folder.description) }

    private func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.description)
    }

    /// Width and height in a JPEG's frame header.
    private func size(_ jpeg: [UInt8]) -> [Int] {
        var index = 2
        while index + 9 < jpeg.count, jpeg[index] == 0xFF {
            if (0xC0...0xC2).contains(jpeg[index + 1]) {
                let numbers = jpeg[index + 5..<index + 9].map(Int.init)
                return [numbers[2] << 8 | numbers[3], numbers[0] << 8 | numbers[1]]
            }
            let (high, low) = (Int(jpeg[index + 2]), Int(jpeg[index + 3]))
            index += 2 + (high << 8 | low)
        }
        return []
    }

    @Test("A picture is made smaller once, and kept")
    func smaller() async throws {
        defer { remove() }
        let bytes = try Fixtures.bytes(of: "pictures/front.jpg")
        let asked = Atomic(0)
        var made: [[UInt8]?] = []
        for _ in 0..<2 {
            made.append(
                try await pictures.smaller(hash: "ab12", longestEdge: 20) {
                    asked.add(1, ordering: .relaxed)
                    return bytes
                })
        }
        #expect(made[0] == made[1])
        #expect(size(try #require(made[0])) == [20, 15])
        #expect(asked.load(ordering: .relaxed) == 1)
        #expect(try names() == ["ab12-20"])
    }

    @Test("A picture that is small enough stays as it is, which is known the next time")
    func smallEnough() async throws {
        defer { remove() }
        let bytes = try Fixtures.bytes(of: "pictures/front.jpg")
        #expect(try await pictures.smaller(hash: "ab", longestEdge: 40) { bytes } == nil)
        #expect(try await pictures.smaller(hash: "ab", longestEdge: 40) { [] } == nil)
    }

    @Test("Many pictures at once wait for their turn, and none is refused")
    func many() async throws {
        defer { remove() }
        let bytes = try Fixtures.bytes(of: "pictures/front.jpg")
        try await withThrowingTaskGroup(of: [Int].self) { group in
            for edge in 1...12 {
                group.addTask {
                    let made = try await pictures.smaller(hash: "ab", longestEdge: edge) { bytes }
                    return made.map(size) ?? []
                }
            }
            for try await size in group { #expect(size.count == 2) }
        }
        #expect(try names().count == 12)
    }

    @Test("What is no picture is a failure, and is not kept")
    func broken() async throws {
        defer { remove() }
        await #expect(throws: MediaWorkFailure.self) {
            _ = try await pictures.smaller(hash: "no", longestEdge: 20) { [1, 2, 3] }
        }
        #expect(try names().isEmpty)
    }

    @Test("What is being made is cancelled when its client has left")
    func abandoned() async throws {
        defer { remove() }
        let (steps, step) = AsyncStream.makeStream(of: String.self)
        let client = Task { [pictures] in
            try await pictures.smaller(hash: "left", longestEdge: 20) {
                step.yield("begun")
                do {
                    try await Task.sleep(for: .seconds(600))
                    return []
                } catch {
                    step.yield("cancelled")
                    throw error
                }
            }
        }
        var seen = steps.makeAsyncIterator()
        #expect(await seen.next() == "begun")
        client.cancel()
        #expect(await seen.next() == "cancelled")
    }

    @Test("A client that has left does not make others make the same again")
    func leavingLate() async throws {
        defer { remove() }
        let bytes = try Fixtures.bytes(of: "pictures/front.jpg")
        let (begun, begin) = AsyncStream.makeStream(of: Int.self)
        var steps = begun.makeAsyncIterator()
        let gates = (0..<3).map { _ in AsyncStream.makeStream(of: Void.self) }
        func client(_ number: Int) -> Task<[UInt8]?, any Error> {
            Task { [pictures] in
                try await pictures.smaller(hash: "late", longestEdge: 20) {
                    begin.yield(number)
                    // Also where it is cancelled: a disk does not listen.
                    await Task { _ = await gates[number].stream.first { _ in true } }.value
                    return bytes
                }
            }
        }
        let first = client(0)
        #expect(await steps.next() == 0)
        first.cancel()
        let second = client(1)
        #expect(await steps.next() == 1)
        // The first ends while the second is being made for a newer client.
        gates[0].continuation.yield()
        await #expect(throws: CancellationError.self) { _ = try await first.value }
        let third = client(2)
        try await Task.sleep(for: .milliseconds(200))
        begin.finish()
        for gate in gates { gate.continuation.yield() }
        #expect(try await second.value == third.value)
        #expect(await steps.next() == nil, "the third has made the picture, too")
    }

    @Test("A picture of a video is made at a time")
    func video() async throws {
        defer { remove() }
        let video = Fixtures.path(of: "films/closed-gop.mp4")
        let first = try await picture(video, 0)
        let later = try await picture(video, 0.5)
        #expect(size(first).max() == 32)
        #expect(first != later)
        #expect(try await picture(video, 0) == first)
        #expect(try names().count == 2)
        await #expect(throws: MediaWorkFailure.self) { try await picture(video, 1e6) }
        await #expect(throws: MediaWorkFailure.self) {
            try await picture(Fixtures.path(of: "full/full.mp3"), 0)
        }
    }

    private func picture(_ video: MediaPath, _ time: Double) async throws -> [UInt8] {
        try await pictures.picture(
            of: video, source: EntityTag("1"), at: time, isExact: true, longestEdge: 32)
    }

    @Test("Sprites are sheets and a track that names them by numbers")
    func sprites() async throws {
        defer { remove() }
        var sets: [SpriteSet] = []
        for _ in 0..<2 {
            sets.append(
                try await pictures.sprites(
                    of: Fixtures.path(of: "films/closed-gop.mp4"), source: EntityTag("1"),
                    interval: 0.5, longestEdge: 32))
        }
        #expect(sets[0] == sets[1])
        #expect(sets[0].sheets.count == 1)
        #expect(size(sets[0].sheets[0]).count == 2)
        #expect(
            sets[0].track.hasPrefix(
                "WEBVTT\n\n00:00:00.000 --> 00:00:00.500\nsprites/1.jpg#xywh=0,0,"))
        #expect(try names().count == 1)
    }
}
