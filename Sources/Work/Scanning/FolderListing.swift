import Glibc
import PhonolithFiles
package import PhonolithMediaModel

/// A file as a folder's listing shows it.
package struct SeenFile: Hashable, Sendable {
    /// The name in the folder; for a picture of the folder above, `../` is before it.
    package var name: MediaPath
    /// Its values in the file system.
    package var stamp: FileStamp
    /// The names of the files with its lyrics next to it, that without a language first.
    package var lyrics: [MediaPath] = []
    /// The names of the cue sheets next to it that may be about it, the likeliest first.
    package var sheets: [MediaPath] = []
    /// Whether the name is that of a symbolic link.
    package var isSymbolicLink = false

    package init(name: MediaPath, stamp: FileStamp) {
        self.name = name
        self.stamp = stamp
    }
}

/// The contents of one folder, as far as a scan needs them.
struct FolderListing: Sendable {
    // Below the root.
    var path: MediaPath
    /// Files that are media by their names; their stamps have the times of the lyrics next to them.
    var media: [SeenFile] = []
    /// How many links to media were left out, because their files are known by their own paths.
    var leftOutLinks = 0
    /// Pictures that stand for the folder, the preferred first.
    var pictures: [SeenFile] = []
    /// The names of playlist files; cue sheets are not among them.
    var playlists: [MediaPath] = []
    /// Folders in it that are to be walked.
    var folders: [Subfolder] = []
    /// The names of the folders in it that rules and other roots leave to be walked.
    var walked: Set<MediaPath> = []
    /// Whether all of it is to be skipped.
    var isIgnored = false
    /// The contents of `.phonolithignore`; `nil` if there is none.
    var ignorePatterns: String?
    /// Files that are there but cannot be looked at, with the reasons, by paths below the root.
    var problems: [MediaPath: String] = [:]
    /// Whether anything in it cannot be looked at, be it a file or a folder.
    var isPartial = false

    struct Subfolder: Sendable {
        var name: MediaPath
        var isSymbolicLink: Bool
    }
}

extension FolderListing {
    /// Lists a folder. Blocks its thread.
    ///
    /// - Parameters:
    ///   - path: Below the root.
    ///   - root: Absolute.
    /// - Returns: The listing and the folder's identity, or why it cannot be listed.
    static func list(
        _ path: MediaPath, below root: MediaPath, followingSymbolicLinks: Bool
    ) -> Result<(FolderListing, FileIdentity), FolderError> {
        list(path, below: root, followingSymbolicLinks: followingSymbolicLinks) { _ in true }
    }

    /// Whether a folder has neither media nor folders; `nil` if it, or what is in it, cannot be looked at. Blocks its thread;
    /// stops at the first entry that counts.
    static func isEmpty(_ folder: MediaPath) -> Bool? {
        guard
            case .success((let listing, _)) = list(
                "", below: folder, followingSymbolicLinks: true, while: \.hasNothing),
            !listing.hasNothing || !listing.isPartial
        else { return nil }
        return listing.hasNothing
    }

    private var hasNothing: Bool { media.isEmpty && folders.isEmpty }

    private static func list(
        _ path: MediaPath, below root: MediaPath, followingSymbolicLinks: Bool,
        while isWanted: (FolderListing) -> Bool
    ) -> Result<(FolderListing, FileIdentity), FolderError> {
        let absolute = root.appending(path)
        guard let stream = absolute.withCString({ opendir($0) }) else {
            return .failure(FolderError(code: errno))
        }
        defer { closedir(stream) }
        var own = stat()
        guard fstat(dirfd(stream), &own) == 0 else { return .failure(FolderError(code: errno)) }
        var reader = FolderReader(
            stream: stream, path: path, absolute: absolute, follows: followingSymbolicLinks)
        errno = 0
        while isWanted(reader.listing), let entry = readdir(stream) {
            reader.take(entry)
            errno = 0
        }
        guard errno == 0 else { return .failure(FolderError(code: errno)) }
        return .success((reader.finished(), own.identity))
    }
}

/// Why a folder cannot be listed.
struct FolderError: Error, CustomStringConvertible {
    // The system's `errno`.
    var code: Int32

    var description: String { "folder cannot be listed: \(String(cString: strerror(code)))" }
}

/// Why a path cannot be looked at.
struct LookError: Error {
    // The system's `errno`.
    var code: Int32

    /// Whether nothing is there, rather than something that cannot be reached.
    var isAbsence: Bool { code == ENOENT || code == ENOTDIR }
}

/// Sorts a folder's entries while they are read.
private struct FolderReader {
    let stream: OpaquePointer
    let absolute: MediaPath
    let follows: Bool
    var listing: FolderListing
    var lyrics: [SeenFile] = []
    var sheets: [SeenFile] = []

    init(stream: OpaquePointer, path: MediaPath, absolute: MediaPath, follows: Bool) {
        self.stream = stream
        self.absolute = absolute
        self.follows = follows
        listing = FolderListing(path: path)
    }

    mutating func take(_ entry: UnsafeMutablePointer<dirent>) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) {
            $0.withMemoryRebound(to: UInt8.self, capacity: 256) { start in
                MediaPath(bytes: Array(UnsafeBufferPointer(start: start, count: strlen(start))))
            }
        }
        if name.isHiddenName { return takeHidden(name) }
        switch Int32(entry.pointee.d_type) {
        case Int32(DT_DIR): takeFolder(name, isLink: false)
        case Int32(DT_REG): takeFile(name)
        case Int32(DT_LNK) where follows: takeLink(name, isLink: true)
        case Int32(DT_UNKNOWN): takeLink(name, isLink: false)
        default: break  // Devices, sockets, pipes: opening one might wait forever.
        }
    }

    mutating func finished() -> FolderListing {
        listing.pictures = FolderPictures.sorted(listing.pictures)
        listing.media.join(lyrics)
        if !sheets.isEmpty {
            CueSheetAssignment(sheets, media: listing.media).join(to: &listing.media)
        }
        return listing
    }

    private mutating func takeHidden(_ name: MediaPath) {
        if name == ".nomedia" { listing.isIgnored = true }
        guard name == MediaPath(IgnoreRules.fileName) else { return }
        guard let text = IgnoreRules.text(in: absolute) else { return }
        if text.allSatisfy(\.isWhitespace) { listing.isIgnored = true }
        listing.ignorePatterns = text
    }

    private mutating func takeFolder(_ name: MediaPath, isLink: Bool) {
        if name.isSystemFolderName { return }
        listing.folders.append(.init(name: name, isSymbolicLink: isLink))
    }

    private mutating func takeFile(_ name: MediaPath) {
        guard let kind = FileKind(name: name) else {
            if name.isNamedAsPlaylist { listing.playlists.append(name) }
            return
        }
        if let status = status(of: name, kind) { take(name, kind, status) }
    }

    /// A link, or an entry of a file system that does not say what its entries are.
    private mutating func takeLink(_ name: MediaPath, isLink: Bool) {
        let kind = FileKind(name: name)
        guard let status = status(of: name, kind) else { return }
        switch status.st_mode & S_IFMT {
        case S_IFDIR: takeFolder(name, isLink: isLink)
        case S_IFREG where name.isNamedAsPlaylist: listing.playlists.append(name)
        case S_IFREG: if let kind { take(name, kind, status, isLink: isLink) }
        default: break
        }
    }

    private mutating func take(
        _ name: MediaPath, _ kind: FileKind, _ status: stat, isLink: Bool = false
    ) {
        var file = SeenFile(name: name, stamp: FileStamp(status))
        file.isSymbolicLink = isLink
        switch kind {
        case .media: listing.media.append(file)
        case .folderPicture: listing.pictures.append(file)
        case .lyrics: lyrics.append(file)
        case .cueSheet: sheets.append(file)
        }
    }

    private mutating func status(of name: MediaPath, _ kind: FileKind?) -> stat? {
        var status = stat()
        let code = name.withCString { fstatat(dirfd(stream), $0, &status, 0) }
        if code == 0 { return status }
        // A link to nothing, and a file that has just gone, are nothing to report.
        let error = errno
        if LookError(code: error).isAbsence { return nil }
        listing.isPartial = true
        if kind == .media {
            listing.problems[listing.path.appending(name)] =
                "cannot be accessed: \(String(cString: strerror(error)))"
        }
        return nil
    }
}

extension Array {
    /// In the order of names, numbers in them by their values.
    func sortedByKey(_ name: (Element) -> MediaPath) -> [Element] {
        map { (element: $0, name: name($0), key: SortKeyMaker.key(for: name($0))) }
            .sorted { ($0.key, $0.name) < ($1.key, $1.name) }
            .map(\.element)
    }
}

extension FileStamp {
    init(_ status: stat) {
        self.init(
            size: Int(status.st_size),
            modified: status.contentTime.nanoseconds,
            changed: status.attributeTime.nanoseconds,
            device: Int(bitPattern: UInt(status.st_dev)),
            inode: Int(bitPattern: UInt(status.st_ino)))
    }

    /// The file system's values for a path now; `nil` if nothing is there or it cannot be seen.
    static func now(at path: MediaPath) -> FileStamp? { try? lookForFile(at: path).get() }

    /// The file system's values for a file now: if a folder has its name, the file is absent.
    static func lookForFile(at path: MediaPath) -> Result<FileStamp, LookError> {
        var status = stat()
        guard path.withCString({ stat($0, &status) }) == 0 else {
            return .failure(LookError(code: errno))
        }
        return status.isRegularFile
            ? .success(FileStamp(status)) : .failure(LookError(code: ENOENT))
    }

    /// Whether nothing is at a path, rather than something that cannot be looked at.
    static func isAbsent(at path: MediaPath) -> Bool {
        guard case .failure(let error) = look(at: path) else { return false }
        return error.isAbsence
    }

    /// The file system's values for a path now, or why there are none.
    static func look(at path: MediaPath) -> Result<FileStamp, LookError> {
        var status = stat()
        guard path.withCString({ stat($0, &status) }) == 0 else {
            return .failure(LookError(code: errno))
        }
        return .success(FileStamp(status))
    }
}
