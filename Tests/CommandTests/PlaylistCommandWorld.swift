import Foundation
import Testing

/// A library of three tracks, and what tests of playlists do with it.
class PlaylistCommandWorld {
    let tool: CommandLineTool

    init() async throws {
        tool = try CommandLineTool()
        try tool.add("full/full.mp3", as: "A/01.mp3")
        try tool.add("full/full.flac", as: "A/02.flac")
        try tool.add("full/full.ogg", as: "B/03.ogg")
        try await tool.scan(tool.music.path)
    }

    func paths(_ list: String) throws -> [String] {
        try tool.run("playlist", "show", list).objects().map {
            $0["relativePath"] as? String ?? $0["location"] as? String ?? ""
        }
    }

    @discardableResult
    func write(_ text: String, to name: String) throws -> String {
        let url = tool.folder.appendingPathComponent(name)
        try text.write(to: url, atomically: false, encoding: .utf8)
        return url.path
    }
}
