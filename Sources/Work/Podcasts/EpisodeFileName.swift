import FoundationEssentials
import PhonolithMediaModel
import PhonolithUsers

/// The name of an episode's file.
enum EpisodeFileName {
    /// In bytes, so that marks and an extension still fit into a name.
    private static let longest = 120

    /// A name that every file system takes: letters, digits and a few signs; never empty, never hidden.
    static func plain(_ text: String, or standard: String) -> String {
        var name = ""
        for character in text.normalizedNFC {
            let isPlain =
                character.isLetter || character.isNumber || " .-_()&,'!+".contains(character)
            let next = isPlain ? String(character) : "_"
            if name.utf8.count + next.utf8.count > longest { break }
            name += next
        }
        let trimmed = name.trimmed { [" ", ".", "_"].contains($0) }
        return trimmed.isEmpty ? standard : trimmed
    }

    /// `2021-09-06 Title`, without an extension.
    static func stem(of episode: FeedEpisode) -> String {
        let title = plain(episode.entry.title ?? "", or: "Episode \(episode.id)")
        return episode.entry.date.map { "\($0.description.prefix(10)) \(title)" } ?? title
    }

    /// The extension that a scan knows the file by.
    static func fileExtension(of entry: Feed.Episode) -> String {
        let inAddress = URL(string: entry.url)?.pathExtension.lowercased() ?? ""
        if known.contains(inAddress) { return inAddress }
        let type = entry.mimeType?.lowercased().prefix { $0 != ";" } ?? ""
        return byType[String(type)] ?? (type.hasPrefix("video/") ? "mp4" : "mp3")
    }

    private static let known: Set<String> = [
        "mp3", "m4a", "m4b", "mp4", "m4v", "mov", "aac", "ogg", "oga", "opus", "flac", "wav",
        "webm", "mkv",
    ]
    private static let byType = [
        "audio/mp4": "m4a", "audio/x-m4a": "m4a", "audio/m4a": "m4a", "audio/aac": "aac",
        "audio/ogg": "ogg", "audio/opus": "opus", "audio/flac": "flac", "audio/wav": "wav",
        "audio/x-wav": "wav", "audio/webm": "webm", "video/quicktime": "mov",
        "video/webm": "webm", "video/x-m4v": "m4v",
    ]
}
