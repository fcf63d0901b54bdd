import Foundation
import PhonolithFixtures
import PhonolithMediaModel
import PhonolithPlayback
import Testing

@Suite("What is decoded")
struct GaplessTests {
    static let formats = ["flac", "mp3", "opus", "ogg", "m4a", "mka"]

    @Test("is each part's exact length, and in its place", arguments: formats)
    func lengths(_ format: String) throws {
        var start = 0
        for (item, count) in zip(Sweep.items(format), Sweep.parts) {
            let samples = try Sweep.decoded(item)
            #expect(samples.count == count)
            let original = Sweep.samples(start..<start + count, rate: Sweep.rate(format))
            #expect(Sweep.correlation(samples, original) > 0.98)
            start += count
        }
    }

    @Test("is the very samples that went in, where nothing is lost", arguments: ["flac", "mka"])
    func lossless(_ format: String) throws {
        let samples = try Sweep.items(format).flatMap { try Sweep.decoded($0) }
        #expect(samples == Sweep.samples())
    }

    @Test("is as long as iTunes says, where only iTunes says it")
    func iTunes() throws {
        let samples = try Sweep.decoded(Sweep.item("itunes.m4a"))
        #expect(samples.count == Sweep.parts[0])
    }

    @Test(
        "begins at the very sample that is asked for",
        arguments: formats, [0, 0.001, 0.1, 0.3333, 0.5])
    func seeking(_ format: String, _ time: Double) throws {
        let item = Sweep.item("whole.\(format)")
        let whole = try Sweep.decoded(item)
        let skipped = Int((time * Double(Sweep.rate(format))).rounded())
        let rest = try Sweep.decoded(item, from: time)
        #expect(rest.count == whole.count - skipped)
        #expect(Sweep.correlation(rest, Array(whole[skipped...])) > 0.9999)
    }

    @Test(
        "begins at the very sample that is asked for in the middle of long files",
        arguments: ["mp3", "ogg", "m4a", "opus"], [0, 1.7, 3.14159, 5.5])
    func seekingFar(_ format: String, _ time: Double) throws {
        let item = Sweep.item("long.\(format)")
        let whole = try Sweep.decoded(item)
        #expect(whole.count == 6 * Sweep.rate(format))
        let skipped = Int((time * Double(Sweep.rate(format))).rounded())
        let rest = try Sweep.decoded(item, from: time)
        #expect(rest.count == whole.count - skipped)
        #expect(Sweep.correlation(rest, Array(whole[skipped...])) > 0.999)
        let near = try Sweep.decoded(item, from: time, isExact: false)
        #expect(abs(near.count - rest.count) < Sweep.rate(format) / 2)
    }

    @Test(
        "begins at the very sample that is asked for where times are coarse, guessed or late",
        arguments: ["preskip.mka", "long.ac3", "long.oga"], [0, 0.001, 1.7, 3.14159, 5.5])
    func seekingInexact(_ name: String, _ time: Double) throws {
        let whole = try Sweep.decoded(Sweep.item(name))
        let rate = name == "long.oga" ? 8000 : 48_000
        #expect(abs(whole.count - 6 * rate) < 1536)
        let skipped = Int((time * Double(rate)).rounded())
        let rest = try Sweep.decoded(Sweep.item(name), from: time)
        #expect(rest.count == whole.count - skipped)
        #expect(Sweep.correlation(rest, Array(whole[skipped...])) > 0.999)
    }

    @Test("ends at once behind the end", arguments: formats)
    func seekingBehindTheEnd(_ format: String) throws {
        #expect(try Sweep.decoded(Sweep.item("whole.\(format)"), from: 60) == [])
    }

    @Test("is the stretch that an item names", arguments: formats)
    func stretches(_ format: String) throws {
        var item = Sweep.item("whole.\(format)")
        let whole = try Sweep.decoded(item)
        (item.startTime, item.endTime) = (0.1, 0.35)
        let rate = Sweep.rate(format)
        let range = Int((0.1 * Double(rate)).rounded())..<Int((0.35 * Double(rate)).rounded())
        #expect(try Sweep.decoded(item) == Array(whole[range]))
        let rest = try Sweep.decoded(item, from: 0.05)
        let start = range.lowerBound + Int((0.05 * Double(rate)).rounded())
        #expect(rest.count == range.upperBound - start)
    }

    @Test("is, of the tracks of one file, all that the file holds", arguments: formats)
    func neighbours(_ format: String) throws {
        let whole = Sweep.item("whole.\(format)")
        // Frames of a cue sheet, 75 a second.
        let bounds: [Double?] = [0, 7.0 / 75, 20.0 / 75, 29.0 / 75, nil]
        let tracks = try zip(bounds, bounds.dropFirst()).map { start, end in
            var track = whole
            (track.startTime, track.endTime) = (try #require(start), end)
            return try Sweep.decoded(track).count
        }
        #expect(tracks.reduce(0, +) == (try Sweep.decoded(whole).count))
        #expect(tracks.allSatisfy { $0 > 0 })
    }

    @Test(
        "is resampled to the length that it has at another rate",
        arguments: [48_000, 22_050, 96_000])
    func resampling(_ rate: Int) throws {
        let format = AudioFormat(sampleRate: rate, channelCount: 2)
        let samples = try Sweep.decoded(Sweep.item("whole.flac"), as: format)
        let expected = Double(Sweep.count) * Double(rate) / 44_100
        #expect(abs(Double(samples.count / 2) - expected) <= 2)
    }

    @Test("ends early, or fails, where a file is cut off", arguments: formats)
    func truncated(_ format: String) throws {
        let folder = try TemporaryFolder()
        let whole = try Fixtures.bytes(of: "sweep/whole.\(format)")
        for count in stride(from: 0, to: whole.count, by: max(1, whole.count / 40)) {
            let url = folder.url.appendingPathComponent("cut.\(format)")
            try Data(whole[..<count]).write(to: url)
            let item = PlayerItem(.file(MediaPath(url.path)))
            if let samples = try? Sweep.decoded(item) { #expect(samples.count <= 32_000) }
        }
    }

    @Test("never ends the process, whatever the file holds", arguments: formats)
    func fuzzed(_ format: String) throws {
        let folder = try TemporaryFolder()
        let whole = try Fixtures.bytes(of: "sweep/whole.\(format)")
        var generator = SeededGenerator(seed: 11)
        for round in 0..<40 {
            var bytes = whole
            for _ in 0..<(1 + round) {
                bytes[Int.random(in: bytes.indices, using: &generator)] = .random(
                    in: 0...255, using: &generator)
            }
            let url = folder.url.appendingPathComponent("fuzzed.\(format)")
            try Data(bytes).write(to: url)
            let item = PlayerItem(.file(MediaPath(url.path)))
            if let samples = try? Sweep.decoded(item, from: round % 2 == 0 ? 0.2 : nil) {
                #expect(samples.count < 10_000_000)
            }
        }
    }
}
