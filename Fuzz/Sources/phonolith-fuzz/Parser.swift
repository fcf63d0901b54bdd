import Foundation
import IgnoreRules
import PhonolithMediaModel
import PhonolithPlaylists
import TagFuzzing

/// A parser that gets whatever bytes the fuzzer invents.
enum Parser {
    /// The reader of tags, for files with this extension.
    case tags(String)
    case playlist(PlaylistFormat)
    /// Navidrome's smart playlists.
    case navidromePlaylist
    /// The language of `--where`.
    case expression
    /// `.phonolithignore`: the first line is the path that is asked for, the others are patterns.
    case ignoreRules

    /// By its name on the command line: a playlist's format, `nsp`, `expression`, `ignore`, or an extension of media.
    init(_ name: String) {
        switch name {
        case "nsp": self = .navidromePlaylist
        case "expression": self = .expression
        case "ignore": self = .ignoreRules
        default: self = PlaylistFormat(rawValue: name).map(Parser.playlist) ?? .tags(name)
        }
    }

    func parse(_ bytes: [UInt8]) {
        switch self {
        case .tags(let name): fuzz_tags(bytes, bytes.count, name)
        case .playlist(let format): Self.parse(bytes, format)
        case .navidromePlaylist: _ = try? NavidromePlaylist(parsing: bytes)
        case .expression:
            _ = try? MediaPredicate(expression: String(decoding: bytes, as: UTF8.self))
        case .ignoreRules: Self.ignore(bytes)
        }
    }

    /// Entries that could be read are written in each format, and read again: none that has a location may get lost, unless
    /// that is reported, as of names with line ends in formats of lines.
    private static func parse(_ bytes: [UInt8], _ format: PlaylistFormat) {
        guard var document = try? format.parse(bytes).document else { return }
        document.entries.removeAll { $0.location == nil }
        for format in PlaylistFormat.writable {
            let written = format.render(document)
            guard let again = try? format.parse(written.contents).document else {
                fatalError("what was written as \(format) cannot be read")
            }
            let leftOut = written.problems.count { $0.reason.contains("is skipped") }
            if again.entries.count + leftOut != document.entries.count {
                fatalError("\(format) has lost entries")
            }
        }
    }

    private static func ignore(_ bytes: [UInt8]) {
        let parts = bytes.split(separator: 0x0A, maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { return }
        let rules = IgnoreRules().adding(String(decoding: parts[1], as: UTF8.self), in: "a/b")
        for path in [
            MediaPath(bytes: Array(parts[0])),
            MediaPath("a/b").appending(MediaPath(bytes: Array(parts[0]))),
        ] {
            _ = rules.ignores(path, isFolder: false)
            _ = rules.ignores(path, isFolder: true)
        }
    }
}
