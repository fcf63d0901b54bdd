import Glibc
package import PhonolithFiles
package import PhonolithMediaModel
package import PhonolithPlaylists
import SystemPackage

/// Copies the files of a playlist into a folder, for a stick or a phone. Blocks its thread.
package struct PlaylistCopy: Sendable {
    private let folder: MediaPath
    private let roots: [MediaPath]
    /// Throws for a file that must stay as it is.
    private let check: @Sendable (MediaPath) throws -> Void
    /// The files in the folder by their paths, without case, as on many USB sticks.
    private var places: [String: MediaPath] = [:]
    private var copied: [MediaPath: MediaPath] = [:]
    /// The names in the folders: one that differs from another in case only is that of another file.
    private var names: ListedNames

    /// Makes the folder, if it is not there.
    ///
    /// - Parameters:
    ///   - roots: Folders below which files keep their places.
    ///   - names: The names in the folders on the disk.
    ///   - check: Is asked before a file is written, and throws for one that must stay as it is.
    package init(
        to folder: MediaPath, roots: [MediaPath],
        names: ListedNames = ListedNames(),
        checking check: @escaping @Sendable (MediaPath) throws -> Void = { _ in }
    ) throws {
        let made = folder.withCString { mkdir($0, 0o777) }
        guard made == 0 || errno == EEXIST, let resolved = folder.resolved,
            let status = resolved.status, status.st_mode & S_IFMT == S_IFDIR
        else { throw PlaylistFileError.system(folder, "cannot be created as a folder") }
        self.folder = resolved
        self.check = check
        self.names = names
        self.roots = roots.sorted { $0.bytes.count > $1.bytes.count }
    }

    /// Copies the file of an entry, unless it is there already, and its picture, and names the copies in it.
    ///
    /// - Throws: ``PlaylistFileError`` if the file cannot be copied, and what the check throws; the entry stays as it is.
    package mutating func copy(_ entry: inout PlaylistEntry) throws {
        guard let location = entry.location, !location.isRemote, let path = location.path,
            path.bytes.first == 0x2F
        else { return }
        entry.location = .path(try copy(path))
        if let image = entry.details.image, image.hasPrefix("/") {
            // A list is whole without its pictures.
            do {
                entry.details.image = try copy(MediaPath(image)).description
            } catch let error as PlaylistFileError where error.isOfDisk {
                throw error
            } catch {
                entry.details.image = nil
            }
        }
    }

    private mutating func copy(_ file: MediaPath) throws -> MediaPath {
        if let known = copied[file] { return known }
        guard let status = file.status else {
            throw PlaylistFileError.system(file, "cannot be copied")
        }
        // Its disk may be gone by now; the folder alone would be made on another one.
        guard folder.isFolder else {
            var failure = PlaylistFileError(folder, "is gone; check the disk")
            failure.isOfDisk = true
            throw failure
        }
        let target = place(for: file, status)
        do throws(WholeFile.Failure) {
            try WholeFile.makeFolder(target.parent)
        } catch {
            throw PlaylistFileError.writing(
                target.parent, "cannot be created as a folder", error)
        }
        if target.status?.isCopy(of: status) != true {
            try check(target)
            try Self.copy(file, to: target, status)
        }
        copied[file] = target
        return target
    }

    /// A place of its own for a file, whose names any file system takes.
    private mutating func place(for file: MediaPath, _ status: stat) -> MediaPath {
        let inRoot = roots.lazy.compactMap { file.relative(to: $0) }.first
        let parts = (inRoot ?? file.lastComponent).bytes.split(separator: 0x2F)
            .map { PortableName.of(Array($0)) }
        let folder = MediaPath(parts.dropLast().joined(separator: "/"))
        let name = parts.last ?? "_"
        var relative = folder.appending(MediaPath(name))
        var number = 2
        while isTaken(relative, for: file, status) {
            relative = folder.appending(MediaPath(PortableName.numbered(name, number)))
            number += 1
        }
        places[relative.description.lowercased()] = file
        return self.folder.appending(relative)
    }

    /// Whether a place is that of another file of the list, or of one that was copied for another list.
    private mutating func isTaken(_ place: MediaPath, for file: MediaPath, _ status: stat) -> Bool {
        if let other = places[place.description.lowercased()] { return other != file }
        let path = folder.appending(place)
        guard let there = path.status, names.spelling(of: path) != path else { return false }
        return !there.isCopy(of: status)
    }

    private static func copy(_ file: MediaPath, to target: MediaPath, _ status: stat) throws {
        func reading<Result>(_ body: () throws(Errno) -> Result) throws -> Result {
            do throws(Errno) {
                return try body()
            } catch {
                throw PlaylistFileError.system(file, "cannot be copied", error.rawValue)
            }
        }
        let source = try reading { () throws(Errno) in try file.opened(.readOnly) }
        defer { source.closeAfterReading() }
        try target.write { descriptor in
            while true {
                let part = try reading { () throws(Errno) in try source.bytes(1 << 20) }
                if part.isEmpty { break }
                try descriptor.writeAll(part)
            }
            // So that the next copy sees that it is the same file.
            futimens(descriptor.rawValue, [status.contentTime, status.contentTime])
        }
    }
}

extension stat {
    /// Whether size and time are those of an original. FAT stores times with a precision of two seconds.
    fileprivate func isCopy(of original: stat) -> Bool {
        let difference = contentTime.tv_sec.subtractingReportingOverflow(
            original.contentTime.tv_sec)
        return st_size == original.st_size && (-2...2).contains(difference.partialValue)
    }
}
