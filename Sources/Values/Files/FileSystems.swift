import Glibc
package import PhonolithMediaModel
import Synchronization

/// The identities of mounted file systems, by the numbers of their devices. Each is looked up once.
///
/// A value is for one scan: later the numbers may be those of other disks.
package struct FileSystems: Sendable {
    private let identify: @Sendable (_ device: UInt64, _ path: MediaPath) -> FileSystemIdentity
    private let renew: (@Sendable () -> FileSystems)?

    /// Makes them of a function.
    ///
    /// - Parameter identify: Takes the number of a device and an absolute path on it.
    package init(
        identify: @escaping @Sendable (_ device: UInt64, _ path: MediaPath) -> FileSystemIdentity
    ) {
        (self.identify, renew) = (identify, nil)
    }

    /// The file systems that are mounted now.
    package init() {
        let lookup = Lookup()
        (identify, renew) = ({ lookup.identity(of: $0, at: $1) }, { FileSystems() })
    }

    /// The same for the next scan.
    package var renewed: FileSystems { renew?() ?? self }

    /// The number by which the library knows the file system of a path. Blocks its thread where the device is new.
    ///
    /// - Parameters:
    ///   - device: The number of its device.
    ///   - path: Absolute.
    package func number(of device: Int, at path: MediaPath) -> Int {
        identify(UInt64(UInt(bitPattern: device)), path).number
    }

    /// The stamp of a path with the number of its file system. Blocks its thread where the device is new.
    package func known(_ stamp: FileStamp, at path: MediaPath) -> FileStamp {
        var stamp = stamp
        stamp.device = number(of: stamp.device, at: path)
        return stamp
    }

    private final class Lookup: Sendable {
        private let known = Mutex<[UInt64: FileSystemIdentity]>([:])
        private let mounts = Mutex<MountTable?>(nil)
        private let names = Mutex<[UInt64: String]?>(nil)

        func identity(of device: UInt64, at path: MediaPath) -> FileSystemIdentity {
            if let identity = known.withLock({ $0[device] }) { return identity }
            guard let facts = facts(of: device, at: path) else { return .unknown(device: device) }
            let identity = FileSystemIdentity(facts)
            known.withLock { $0[device] = identity }
            return identity
        }

        /// `nil` if the path cannot be opened, or is on another device by now.
        private func facts(of device: UInt64, at path: MediaPath) -> FileSystemFacts? {
            let file = path.withCString { open($0, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY) }
            guard file >= 0 else { return nil }
            defer { close(file) }
            var status = stat()
            guard fstat(file, &status) == 0, status.identity.device == device else { return nil }
            let mounts = mounts.withLock { mounts in
                let known = mounts ?? .current
                mounts = known
                return known
            }
            var facts = FileSystemFacts(
                device: device, mount: mountID(of: file).flatMap { mounts.mount(id: $0) })
            facts.fsid = Self.fsid(of: file)
            facts.serial =
                facts.mount?.kind == "vfat" || facts.mount?.kind == "msdos"
                ? Self.serial(of: file) : nil
            facts.uuid = facts.mount?.kind == "btrfs" ? Self.uuidOfBtrfs(file) : Self.uuid(of: file)
            if facts.uuid == nil { facts.nameByUUID = nameByUUID(of: device) }
            return facts
        }

        /// The mount that an open file is in (proc_pid_fdinfo(5)).
        private func mountID(of file: Int32) -> Int? {
            guard let info = try? MediaPath("/proc/self/fdinfo/\(file)").allBytesToTheEnd() else {
                return nil
            }
            let lines = String(decoding: info, as: UTF8.self).split(separator: "\n")
            let line = lines.first { $0.hasPrefix("mnt_id:") }
            return line.flatMap { Int($0.dropFirst(7).trimmed(of: \.isBlank)) }
        }

        private func nameByUUID(of device: UInt64) -> String? {
            names.withLock { names in
                let known = names ?? Self.namesByUUID()
                names = known
                return known[device]
            }
        }

        private static func namesByUUID() -> [UInt64: String] {
            var names: [UInt64: String] = [:]
            let folder = MediaPath("/dev/disk/by-uuid")
            folder.forEachEntry { name, _ in
                guard name.bytes.first != 0x2E, let status = folder.appending(name).status else {
                    return
                }
                names[UInt64(status.st_rdev)] = name.description
            }
            return names
        }

        private static func fsid(of file: Int32) -> UInt64 {
            var status = statvfs()
            return fstatvfs(file, &status) == 0 ? UInt64(status.f_fsid) : 0
        }

        /// `FAT_IOCTL_GET_VOLUME_ID`: `_IOR('r', 0x13, __u32)` of linux/msdos_fs.h.
        private static func serial(of file: Int32) -> UInt32? {
            var serial: UInt32 = 0
            return ioctl(file, 0x8004_7213, &serial) == 0 ? serial : nil
        }

        /// `FS_IOC_GETFSUUID`: `_IOR(0x15, 0, struct fsuuid2)` of linux/fs.h, a length and 16 bytes.
        private static func uuid(of file: Int32) -> String? {
            var answer = [UInt8](repeating: 0, count: 17)
            guard
                answer.withUnsafeMutableBytes({
                    ioctl(file, 0x8011_1500, $0.baseAddress.unsafelyUnwrapped)
                }) == 0,
                answer[0] == 16
            else { return nil }
            return text(of: answer[1...])
        }

        /// `BTRFS_IOC_FS_INFO`: `_IOR(0x94, 31, struct btrfs_ioctl_fs_info_args)` of linux/btrfs.h, whose UUID is after two
        /// numbers of 64 bits.
        private static func uuidOfBtrfs(_ file: Int32) -> String? {
            var answer = [UInt8](repeating: 0, count: 1024)
            guard
                answer.withUnsafeMutableBytes({
                    ioctl(file, 0x8400_941f, $0.baseAddress.unsafelyUnwrapped)
                }) == 0
            else { return nil }
            return text(of: answer[16..<32])
        }

        /// As `/dev/disk/by-uuid` has it; `nil` for none.
        private static func text(of uuid: ArraySlice<UInt8>) -> String? {
            if uuid.allSatisfy({ $0 == 0 }) { return nil }
            let digits = uuid.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
            return [digits[..<4], digits[4..<6], digits[6..<8], digits[8..<10], digits[10...]]
                .map { $0.joined() }.joined(separator: "-")
        }
    }
}
