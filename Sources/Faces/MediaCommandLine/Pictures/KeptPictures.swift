import Glibc
import PhonolithFiles
import PhonolithMediaModel

/// The folder of kept pictures, as a whole. Everything blocks.
///
/// Several processes may use it at once: pictures used in the last minute stay, and a picture that another process has
/// removed first is gone nevertheless. A picture's time of writing is when it was used last.
struct KeptPictures {
    private let folder: MediaPath

    /// The age below which pictures are not removed, for another process may just have reported them; in seconds.
    private static let grace = 60
    /// Files left by a process that was killed while it wrote are removed after this, in seconds.
    private static let leftoverAge = 3600

    init(_ folder: MediaPath) { self.folder = folder }

    /// A picture with its note, or a file that is neither.
    private struct Entry {
        var files: [MediaPath] = []
        var size = 0
        var lastUse = 0
    }

    /// Says that a picture was used now.
    ///
    /// - Returns: Whether it is there.
    static func markUsed(_ path: MediaPath) -> Bool {
        let name = path.bytes.map(CChar.init(bitPattern:)) + [0]
        guard access(name, R_OK) == 0 else { return false }
        // In a folder that cannot be written to, nothing is removed either.
        utimensat(AT_FDCWD, name, nil, 0)
        return true
    }

    /// Removes what was used longest ago, until no more bytes are there than the limit.
    func shrink(to limit: Int, keeping kept: Set<MediaPath>) {
        let now = time(nil)
        var entries = self.entries()
        for (name, entry) in entries where name.starts(with: [0x2E]) {
            if entry.lastUse < now - Self.leftoverAge { remove(entry) }
            entries[name] = nil
        }
        var size = entries.values.reduce(0) { $0 + $1.size }
        for entry in entries.values.sorted(by: { $0.lastUse < $1.lastUse }) where size > limit {
            // Looked at again, for another process may have used it since the folder was listed.
            guard !entry.files.contains(where: { kept.contains($0) || isRecent($0, now) }) else {
                continue
            }
            remove(entry)
            size -= entry.size
        }
    }

    private func isRecent(_ file: MediaPath, _ now: Int) -> Bool {
        Self.status(of: file).map { Self.lastWriting($0) >= now - Self.grace } ?? false
    }

    /// The note first: without it the picture counts as missing.
    private func remove(_ entry: Entry) {
        for file in entry.files.sorted(by: { left, _ in left.pathExtension == "json" }) {
            unlink(file.bytes.map(CChar.init(bitPattern:)) + [0])
        }
    }

    /// By their names without extension.
    private func entries() -> [[UInt8]: Entry] {
        var entries: [[UInt8]: Entry] = [:]
        (folder.bytes.isEmpty ? "." : folder).forEachEntry { file, _ in
            let (name, path) = (file.bytes, folder.appending(file))
            guard let status = Self.status(of: path) else { return }
            let stem = name.first == 0x2E ? name : Array(name.prefix { $0 != 0x2E })
            var entry = entries[stem] ?? Entry()
            entry.files.append(path)
            entry.size += Int(status.st_size)
            entry.lastUse = max(entry.lastUse, Self.lastWriting(status))
            entries[stem] = entry
        }
        return entries
    }

    /// `nil` if it is not a file.
    private static func status(of path: MediaPath) -> stat? {
        var status = stat()
        guard lstat(path.bytes.map(CChar.init(bitPattern:)) + [0], &status) == 0,
            status.st_mode & S_IFMT == S_IFREG
        else { return nil }
        return status
    }

    private static func lastWriting(_ status: stat) -> Int {
        status.st_mtim.tv_sec
    }
}
