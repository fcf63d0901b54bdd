import PhonolithMediaModel
import PhonolithPlaylists
import PhonolithQueries
import PhonolithUsers

/// Which playlist files that came are files that went: moved or renamed.
///
/// The same content decides, where one file that went and one that came have it; among several the name. A file that
/// was changed as well is known by its inode and its name together: an inode alone may be that of a deleted file.
struct FileMoves {
    /// A list, and where its file is now.
    struct Pair {
        let list: PlaylistFileStore.PlaylistOfFile
        let file: MediaPath
    }

    private(set) var pairs: [Pair] = []
    /// The lists whose files are nowhere.
    private(set) var gone: [PlaylistFileStore.PlaylistOfFile]
    private var new: [PlaylistDraft.Source]

    private struct Sign: Hashable {
        var content: PlaylistDraft.Source.Signs?
        var name: MediaPath?
    }

    init(of gone: [PlaylistFileStore.PlaylistOfFile], among new: [PlaylistDraft.Source]) {
        (self.gone, self.new) = (gone, new)
        pair { signs, _ in Sign(content: signs) }
        pair { signs, file in
            Sign(content: .init(inode: 0, sha256: signs.sha256), name: file.lastComponent)
        }
        pair { signs, _ in Sign(content: .init(inode: 0, sha256: signs.sha256)) }
        pair { signs, file in
            Sign(content: .init(inode: signs.inode, sha256: .init()), name: file.lastComponent)
        }
    }

    /// Pairs what is alone on both sides with its sign.
    private mutating func pair(by sign: (PlaylistDraft.Source.Signs, MediaPath) -> Sign) {
        let lists = Dictionary(grouping: gone.filter { $0.signs != nil }) { list in
            list.signs.map { sign($0, list.file) }
        }
        let files = Dictionary(grouping: new.filter { $0.signs != nil }) { file in
            file.signs.map { sign($0, file.path) }
        }
        for (sign, files) in files {
            guard files.count == 1, let lists = lists[sign], lists.count == 1 else { continue }
            pairs.append(Pair(list: lists[0], file: files[0].path))
            gone.removeAll { $0.playlist.persistentID == lists[0].playlist.persistentID }
            new.removeAll { $0.path == files[0].path }
        }
    }
}

extension FileMoves.Pair {
    /// The new name of the list; empty if it keeps its name, because that is not the file's.
    var names: [String] {
        let old = PlaylistNames(title: nil, file: list.file)
        let new = PlaylistNames(title: nil, file: file)
        guard !list.isEdited, ([old.name] + old.others).contains(list.playlist.name),
            new.name != list.playlist.name
        else { return [] }
        return [new.name] + new.others
    }
}
