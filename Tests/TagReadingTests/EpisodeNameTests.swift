import Fixtures
import Foundation
import MediaModel
import TagReading
import Testing

@Suite struct EpisodeNameTests {
    @Test(
        "an episode is known by its name",
        arguments: [
            ("Some Show - S01E02 - A Title.mkv", [1, 2]), ("some.show.s10e112.mkv", [10, 112]),
            ("S00E01.mp4", [0, 1]), ("Show_S01_E02.mkv", [1, 2]), ("show s1 e2.avi", [1, 2]),
            ("Show.S01E02E03.mkv", [1, 2]),
        ])
    func episode(name: String, numbers: [Int]) {
        let found = EpisodeName(MediaPath("/shows/" + name))
        #expect(found.map { [$0.season, $0.episode] } == numbers)
    }

    @Test(
        "other names are none",
        arguments: [
            "Film.mkv", "Songs1e2.mkv", "S01.mkv", "S01E.mkv", "sE02.mkv", "S12345E01.mkv",
            "Se7en.1995.mkv", "S01E12345.mkv",
        ])
    func others(name: String) { #expect(EpisodeName(MediaPath("/S01E02/" + name)) == nil) }

    @Test("a video that is named as an episode is one, unless it says what it is")
    func mediaType() throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("phonolith-episode-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        func mediaType(_ fixture: String, as name: String) throws -> MediaType {
            let file = folder.appendingPathComponent(name)
            try FileManager.default.copyItem(at: Fixtures.url(of: fixture), to: file)
            return try TagReader().read(MediaPath(file.path)).facts.mediaType
        }
        #expect(try mediaType("empty/empty.mkv", as: "Show S01E02.mkv") == .tvShow)
        #expect(try mediaType("empty/empty.mkv", as: "Film.mkv") == .movie)
        #expect(try mediaType("odd/music-video.mp4", as: "Show S01E02.mp4") == .musicVideo)
        #expect(try mediaType("empty/empty.mp3", as: "Show S01E02.mp3") == .music)
    }
}
