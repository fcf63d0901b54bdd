import Glibc
package import PhonolithMediaModel

/// Which file system a path is on, and which folders are one folder by two paths, because a folder is mounted a second time
/// (`mount --bind`).
package struct MountTable: Hashable, Sendable {
    private var mounts: [Mount] = []

    /// A file system, or a folder of one, at a place.
    package struct Mount: Hashable, Sendable {
        /// The number of the mount, as long as it lasts.
        package var id: Int
        // The file system, `major:minor`.
        package var device: String
        /// The folder of the file system that is mounted.
        package var folder: MediaPath
        package var point: MediaPath
        /// The kind of the file system: `ext4`.
        package var kind: String
        /// The mounted source: the file of the device, the address of a share, or what a program has put there.
        package var source: String
        /// The options of the file system.
        package var options: [String]
    }

    /// The mounts of this process now; none where the system does not tell. Blocks its thread.
    package static var current: MountTable {
        let bytes = try? MediaPath("/proc/self/mountinfo").allBytesToTheEnd()
        // Where it is not told, no folder is known to be mounted twice.
        return MountTable(mountInfo: bytes ?? [])
    }

    /// Reads the text of `/proc/self/mountinfo` (proc_pid_mountinfo(5)).
    package init(mountInfo: [UInt8]) {
        for line in mountInfo.split(separator: 0x0A) {
            let fields = line.split(separator: 0x20)
            // Optional fields end with a hyphen.
            guard fields.count > 4, let end = fields.firstIndex(of: [0x2D]),
                end + 1 < fields.count
            else { continue }
            mounts.append(
                Mount(
                    id: Int(String(decoding: fields[0], as: UTF8.self)) ?? 0,
                    device: String(decoding: fields[2], as: UTF8.self),
                    folder: Self.unescaped(fields[3]), point: Self.unescaped(fields[4]),
                    kind: String(decoding: fields[end + 1], as: UTF8.self),
                    source: end + 2 < fields.count
                        ? Self.unescaped(fields[end + 2]).description : "",
                    options: end + 3 < fields.count
                        ? Self.unescaped(fields[end + 3]).description.split(separator: ",")
                            .map(String.init) : []))
        }
    }

    /// The other path of a folder by which it is in one of some folders, or has one of them in it; `nil` if there is none.
    ///
    /// - Parameters:
    ///   - folder: Absolute, without symbolic links.
    ///   - known: The same.
    package func otherPath(of folder: MediaPath, amid known: [MediaPath]) -> MediaPath? {
        guard let mount = mount(of: folder), let below = folder.relative(to: mount.point) else {
            return nil
        }
        let place = mount.folder.appending(below)
        for path in known {
            guard let other = self.mount(of: path), other != mount, other.device == mount.device,
                let rest = place.relative(to: other.folder)
            else { continue }
            let same = other.point.appending(rest)
            if same.isInside(path) || path.isInside(same) { return same }
        }
        return nil
    }

    /// Where something was mounted or unmounted since, or another folder or file system was mounted instead; how it is mounted
    /// does not matter.
    package func changedPoints(since former: MountTable) -> Set<MediaPath> {
        Set(Set(identities).symmetricDifference(former.identities).map(\.point))
    }

    /// The mounts without what may change of one that stays.
    private var identities: [Mount] {
        mounts.map { mount in
            var mount = mount
            mount.options = []
            return mount
        }
    }

    /// The mount with a number; `nil` if it is not told.
    package func mount(id: Int) -> Mount? { mounts.last { $0.id == id } }

    /// Whether locks of files keep all other descriptors from reading and writing, as on the disks of Windows servers.
    ///
    /// - Parameter path: Absolute, without symbolic links.
    package func hasMandatoryLocks(at path: MediaPath) -> Bool {
        mount(of: path).map { ["cifs", "smb3"].contains($0.kind) } ?? false
    }

    /// The mount that a path is in: of several at one place the last hides the others.
    private func mount(of path: MediaPath) -> Mount? {
        mounts.reduce(nil) { found, mount in
            guard path.isInside(mount.point) else { return found }
            guard let found, found.point.bytes.count > mount.point.bytes.count else { return mount }
            return found
        }
    }

    /// Blanks, tabs, line ends and backslashes are `\\` and three octal digits.
    private static func unescaped(_ field: ArraySlice<UInt8>) -> MediaPath {
        var bytes: [UInt8] = []
        var rest = field
        while let byte = rest.popFirst() {
            let digits = rest.prefix(3)
            let isEscape =
                byte == 0x5C && digits.count == 3
                && digits.allSatisfy { (0x30...0x37).contains($0) }
            guard isEscape else {
                bytes.append(byte)
                continue
            }
            bytes.append(UInt8(truncatingIfNeeded: digits.reduce(0) { $0 * 8 + Int($1 - 0x30) }))
            rest = rest.dropFirst(3)
        }
        return MediaPath(bytes: bytes)
    }
}
