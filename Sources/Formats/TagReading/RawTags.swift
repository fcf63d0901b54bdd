import CPhonolithTagReader

/// Which kind of tag something was in.
package enum TagKind: UInt8, Hashable, Sendable, CaseIterable {
    case id3v1 = 0, id3v22, id3v23, id3v24, ape, vorbis, mp4, asf, riffInfo, aiff, module
    /// Matroska's shows, seasons and episodes.
    case matroska
    /// The header of a stream, such as LAME's with loudness.
    case header
    /// FFmpeg's metadata, whatever kind of tag it read.
    case ffmpeg
    /// The names of the file and of its folders, for an episode.
    case fileName

    /// The kinds that share their keys.
    package var family: TagFamily {
        switch self {
        case .id3v1: .id3v1
        case .id3v22, .id3v23, .id3v24: .id3v2
        case .ape: .ape
        case .vorbis: .vorbis
        case .mp4: .mp4
        case .asf: .asf
        case .riffInfo: .riffInfo
        case .aiff: .aiff
        case .module: .module
        case .matroska: .matroska
        case .header: .header
        case .ffmpeg: .ffmpeg
        case .fileName: .fileName
        }
    }

    /// As users know it: `ID3v2.3`, `Vorbis`, …
    package var name: String {
        switch self {
        case .id3v1: "ID3v1"
        case .id3v22: "ID3v2.2"
        case .id3v23: "ID3v2.3"
        case .id3v24: "ID3v2.4"
        case .ape: "APE"
        case .vorbis: "Vorbis"
        case .mp4: "MP4"
        case .asf: "ASF"
        case .riffInfo: "RIFF INFO"
        case .aiff: "AIFF"
        case .module: "module"
        case .matroska: "Matroska"
        case .header: "header"
        case .ffmpeg: "FFmpeg"
        case .fileName: "file name"
        }
    }
}

/// A set of keys; ``TagMapping`` has a column for each.
package enum TagFamily: Int, Hashable, Sendable, CaseIterable {
    case id3v2, id3v1, vorbis, mp4, ape, asf, riffInfo, aiff, module, matroska, header
    case ffmpeg
    case fileName
}

/// One frame, item, atom, field or attribute, as it was in the file except for clean text.
package struct RawField: Hashable, Sendable {
    /// The tag it was in.
    package var kind: TagKind
    // As `CTagReader.h` describes it.
    package var key: String
    /// Never empty; each in NFC, trimmed and not empty.
    package var values: [String]

    package init(kind: TagKind, key: String, values: [String]) {
        self.kind = kind
        self.key = key
        self.values = values
    }
}
