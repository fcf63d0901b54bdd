/// The change of a file that a scan has read; docs/identity.md has a table of the effects on its rows.
enum FileChange {
    /// The library did not know the path.
    case new(ItemContents)
    /// The library knows the file, whose content changed, or which could not be read before.
    case changed(file: Int64, ItemContents)
    /// Nothing can be read from it; `file` is its row if the library knows it.
    case unreadable(file: Int64?)
    /// A cue sheet splits it into tracks, which replace its own item in lists.
    case split(file: Int64?, ItemContents, [ScannedTrack])
    /// Another file is at the path of a known one, to which the change happens that is given.
    indirect case replaced(file: Int64, FileChange)

    /// The change of a file that was read.
    init(_ file: ScannedFile) {
        if file.isAnother, let old = file.knownID {
            self = .replaced(file: old, Self.ofContent(file, known: nil))
        } else {
            self = Self.ofContent(file, known: file.knownID)
        }
    }

    private static func ofContent(_ file: ScannedFile, known: Int64?) -> FileChange {
        switch file.outcome {
        case .unreadable: .unreadable(file: known)
        case .item(let contents) where !file.tracks.isEmpty:
            .split(file: known, contents, file.tracks)
        case .item(let contents):
            if let known { .changed(file: known, contents) } else { .new(contents) }
        }
    }

    /// The row that the file keeps; `nil` for one that gets a row of its own.
    var keptFile: Int64? {
        switch self {
        case .new, .replaced: nil
        case .changed(let file, _): file
        case .unreadable(let file), .split(let file, _, _): file
        }
    }
}
