public import PhonolithMediaModel

/// A playlist file format.
public enum PlaylistFormat: String, Hashable, Sendable, CaseIterable {
    /// Lines of paths, in UTF-8.
    case m3u8
    /// The same in whatever encoding; written in UTF-8, and saying so.
    case m3u
    /// Winamp's `[playlist]`.
    case pls
    /// XML Shareable Playlist Format, version 1 (xspf.org).
    case xspf
    /// The same as JSON (wiki.xiph.org/JSPF).
    case jspf
    /// A cue sheet: the tracks of a disc in one file or some.
    case cue
    /// Windows Media's "advanced stream redirector".
    case asx
    /// Windows Media Player's playlist.
    case wpl

    /// The formats that can be written.
    public static let writable: [PlaylistFormat] = [.m3u8, .m3u, .pls, .xspf, .jspf]

    /// The format that files with this extension have, in any case of letters; `nil` for other files.
    public init?(pathExtension: String) {
        switch pathExtension.lowercased() {
        case "asx", "wax", "wvx": self = .asx
        case "wpl", "zpl": self = .wpl
        case let name:
            guard let format = PlaylistFormat(rawValue: name) else { return nil }
            self = format
        }
    }

    /// The format that the beginning of a file shows; `nil` if it shows none.
    public init?(contents: [UInt8]) {
        let start = PlaylistText.utf8(contents).prefix(1024).drop { $0 <= 0x20 }
        let text = String(decoding: start, as: UTF8.self).lowercased()
        if text.hasPrefix("#extm3u") {
            self = .m3u8
        } else if text.hasPrefix("[playlist]") {
            self = .pls
        } else if text.hasPrefix("[reference]") || text.contains("<asx") {
            self = .asx
        } else if text.contains("<smil") {
            self = .wpl
        } else if text.hasPrefix("<"), text.contains("playlist") {
            self = .xspf
        } else if text.hasPrefix("{"), text.contains("\"playlist\"") {
            self = .jspf
        } else {
            return nil
        }
    }

    /// Parses a file.
    ///
    /// Errors in a part of it are reported as problems, and the rest is read.
    ///
    /// - Throws: ``PlaylistError`` if the file is no such playlist at all.
    public func parse(_ contents: [UInt8]) throws(PlaylistError) -> PlaylistReading {
        let bytes = PlaylistText.withoutFilling(PlaylistText.utf8(contents))
        if bytes.contains(0), !isOfLines || !PlaylistText.isTextWithZeros(bytes) {
            throw PlaylistError("is not text")
        }
        return switch self {
        case .m3u, .m3u8: try M3U.parse(bytes)
        case .pls: try PLS.parse(bytes)
        case .xspf: try XSPFParser.parse(bytes)
        case .jspf: try JSPF.parse(bytes)
        case .cue: CueSheet(parsing: bytes).reading
        case .asx: try ASX.parse(bytes)
        case .wpl: try WPL.parse(bytes)
        }
    }

    /// Whether each line is read by itself.
    private var isOfLines: Bool { [.m3u, .m3u8, .pls, .cue].contains(self) }

    /// Writes a playlist in memory, and reports what the format cannot store.
    ///
    /// - Parameter adapted: Changes an entry before it is written.
    /// - Precondition: The format is one of ``writable``.
    public func render(
        _ document: PlaylistDocument, adapting adapted: (PlaylistEntry) -> PlaylistEntry = { $0 }
    ) -> PlaylistWriting {
        var renderer = PlaylistRenderer(self, head: document)
        for entry in document.entries { renderer.add(adapted(entry)) }
        renderer.finish()
        return PlaylistWriting(contents: renderer.takeBytes(), problems: renderer.problems)
    }
}

/// The result of reading a playlist file.
public struct PlaylistReading: Hashable, Sendable {
    /// The file's content.
    public var document: PlaylistDocument
    /// Problems found in it.
    public var problems: [PlaylistProblem]

    /// Puts a reading together.
    public init(document: PlaylistDocument, problems: [PlaylistProblem] = []) {
        self.document = document
        self.problems = problems
    }
}

/// The result of writing a playlist.
public struct PlaylistWriting: Hashable, Sendable {
    /// The file's content.
    public var contents: [UInt8]
    /// Content that the format cannot store.
    public var problems: [PlaylistProblem]
}

/// Content that could not be read or written as it is; for people.
public struct PlaylistProblem: Hashable, Sendable, CustomStringConvertible {
    /// The entry's place in the list, from 0; `nil` for a problem of the whole list.
    public var entry: Int?
    /// In words, without the entry.
    public var reason: String

    /// The reason for a list of which a part is missing.
    static let cutOff = "the list is cut off: the file ends before it does"

    /// Describes a problem.
    public init(entry: Int?, _ reason: String) {
        self.entry = entry
        self.reason = reason
    }

    /// One line; entries count from 1.
    public var description: String { entry.map { "entry \($0 + 1): \(reason)" } ?? reason }
}

/// Why a file is not a playlist.
public struct PlaylistError: PhonolithError {
    /// The kind of the error.
    public var code: Code { self == .isStream ? .isStream : .notAPlaylist }
    /// Empty: only the caller knows the file's name.
    public var subject: String { "" }
    /// In words that follow the file's name.
    public var description: String

    /// Gives the reason.
    public init(_ description: String) { self.description = description }

    /// Pieces of one stream, for players that load them one after the other (RFC 8216).
    public static let isStream = PlaylistError(
        "is an HLS stream, not a list of songs; play its URL instead"
    )

    /// A kind of failure.
    public struct Code: ErrorCode {
        /// The name of the kind.
        public let rawValue: String
        /// Takes a name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Pieces of one stream (RFC 8216), and no list.
        public static let isStream = Code(rawValue: "isStream")
        /// Nothing of a known format of playlists.
        public static let notAPlaylist = Code(rawValue: "notAPlaylist")
    }
}

extension PlaylistFormat {
    /// The format of what a server sends as this media type; `nil` if it is not a playlist.
    ///
    /// - Parameter mediaType: As `Content-Type` has it, parameters included (RFC 9110, 8.3.1).
    public init?(mediaType: String) {
        let name = mediaType.prefix { $0 != ";" }.filter { !$0.isWhitespace }.lowercased()
        guard let format = Self.formats[name] else { return nil }
        self = format
    }

    private static let formats: [String: PlaylistFormat] = [
        "audio/x-mpegurl": .m3u, "audio/mpegurl": .m3u, "application/x-mpegurl": .m3u,
        "application/mpegurl": .m3u, "application/vnd.apple.mpegurl": .m3u,
        "audio/x-scpls": .pls, "audio/scpls": .pls, "application/pls+xml": .pls,
        "application/x-scpls": .pls, "application/xspf+xml": .xspf, "application/jspf+json": .jspf,
        "video/x-ms-asx": .asx, "video/x-ms-wax": .asx, "audio/x-ms-wax": .asx,
        "video/x-ms-wvx": .asx, "application/vnd.ms-wpl": .wpl,
    ]
}
