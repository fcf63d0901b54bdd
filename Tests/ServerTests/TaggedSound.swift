import Foundation
import PhonolithFixtures

/// A short MP3 file with tags as a test needs them.
enum TaggedSound {
    /// - Parameter frames: Texts by the names of ID3's frames.
    static func file(_ frames: [String: String]) throws -> Data {
        var tag: [UInt8] = []
        for (name, text) in frames.sorted(by: { $0.key < $1.key }) {
            let bytes = [3] + Array(text.utf8)
            tag += Array(name.utf8) + synchsafe(bytes.count) + [0, 0] + bytes
        }
        let header = Array("ID3".utf8) + [4, 0, 0] + synchsafe(tag.count)
        return Data(header + tag) + (try Data(contentsOf: Fixtures.url(of: "empty/empty.mp3")))
    }

    /// A number of ID3v2.4, of seven bits a byte.
    private static func synchsafe(_ number: Int) -> [UInt8] {
        [21, 14, 7, 0].map { UInt8(number >> $0 & 0x7F) }
    }
}

extension TestServer {
    /// Adds files with tags, and scans.
    ///
    /// - Parameter files: The frames of each by its path beside the folder that is scanned: `music/a.mp3` is in it.
    func add(_ files: [String: [String: String]]) async throws {
        for (path, frames) in files {
            let file = music.deletingLastPathComponent().appendingPathComponent(path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try TaggedSound.file(frames).write(to: file)
        }
        try await scan()
    }
}
