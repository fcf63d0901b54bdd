import Glibc
import HTTPTypes
import PhonolithFiles
import PhonolithMediaModel

/// The folders in a folder of the server's disk, for those who choose what is scanned. Of files nothing is shown.
struct FolderChoices: Hashable, Sendable {
    /// A folder that can be looked into, or chosen.
    struct Choice: Hashable, Sendable {
        var path: MediaPath
        /// Whether the server may list it, and open what is in it.
        var isReadable: Bool
    }

    // Absolute, without symbolic links.
    let path: MediaPath
    /// By name, no more than ``most``. Hidden folders are left out.
    let folders: [Choice]
    let total: Int

    /// A list of more is too long to choose from.
    static let most = 1000

    /// Lists a folder; blocks its thread.
    init(in folder: MediaPath) throws(Problem) {
        guard folder.bytes.first == 0x2F else {
            throw Self.problem(of: folder, "the path must begin with /")
        }
        guard let path = folder.resolved else { throw Self.problem(of: folder) }
        let found = try Self.folders(in: path).sorted { $0.key < $1.key }
        self.path = path
        total = found.count
        folders = found.prefix(Self.most).map {
            Choice(path: $0.path, isReadable: $0.path.isListable)
        }
    }

    /// Where choosing begins: the home of the user as whom the server runs, else the top of the disk.
    static var start: MediaPath {
        guard let home = UserFolder.home(), home.isFolder, home.isListable else { return "/" }
        return home
    }

    private static func folders(
        in path: MediaPath
    ) throws(Problem) -> [(key: String, path: MediaPath)] {
        var found: [(key: String, path: MediaPath)] = []
        let isComplete = path.forEachEntry { name, type in
            // Entries that are certainly files are not looked at: a folder may hold very many.
            let mayBeFolder = [DT_DIR, DT_LNK, DT_UNKNOWN].contains(type)
            guard name.bytes.first != 0x2E, mayBeFolder else { return }
            let child = path.appending(name)
            if child.isFolder { found.append((SortKeyMaker.key(for: name), child)) }
        }
        guard isComplete else { throw problem(of: path) }
        return found
    }

    /// - Parameter reason: Why a folder cannot be listed; `nil` for what the system has said.
    private static func problem(of folder: MediaPath, _ reason: String? = nil) -> Problem {
        let reason = reason ?? String(cString: strerror(errno)).lowercased()
        return Problem(.unprocessableContent, "\(folder): cannot be listed: \(reason)")
    }
}

extension MediaPath {
    fileprivate var isListable: Bool { withCString { access($0, R_OK | X_OK) } == 0 }
}
