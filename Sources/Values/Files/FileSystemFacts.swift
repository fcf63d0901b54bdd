package import PhonolithMediaModel

/// The facts of a mounted file system from which its identity is made.
package struct FileSystemFacts: Hashable, Sendable {
    /// The number of the device (`st_dev`).
    package var device: UInt64
    /// The mount; `nil` where the system does not tell.
    package var mount: MountTable.Mount?
    // `f_fsid` (statvfs(3)).
    package var fsid: UInt64 = 0
    /// The UUID that the file system tells: `FS_IOC_GETFSUUID` since Linux 6.9, `BTRFS_IOC_FS_INFO` of btrfs.
    package var uuid: String?
    /// The serial number of FAT (`FAT_IOCTL_GET_VOLUME_ID`).
    package var serial: UInt32?
    /// The name of the device in `/dev/disk/by-uuid`.
    package var nameByUUID: String?

    package init(device: UInt64, mount: MountTable.Mount? = nil) {
        (self.device, self.mount) = (device, mount)
    }
}

extension FileSystemIdentity {
    /// Where file systems of a kind have their identity.
    private enum Place {
        /// In `f_fsid`, which is made of the UUID.
        case fsid
        /// In the UUID; `f_fsid` is made of it and of the subvolume.
        case uuidAndSubvolume
        case serial
        /// In the UUID of the device.
        case uuid
        case source
        /// In the folders of which it is made.
        case layers
    }

    /// `f_fsid` is the number of the device for xfs, f2fs, vfat, exfat, ntfs3 and isofs, and 0 for FUSE and NFS. That of tmpfs is
    /// new at each mount, and so is its content.
    private static let places: [String: Place] = [
        "ext2": .fsid, "ext3": .fsid, "ext4": .fsid, "zfs": .fsid, "bcachefs": .fsid,
        "tmpfs": .fsid, "btrfs": .uuidAndSubvolume, "vfat": .serial, "msdos": .serial,
        "nfs": .source, "nfs4": .source, "cifs": .source, "smb3": .source, "ceph": .source,
        "afs": .source, "9p": .source, "virtiofs": .source, "vboxsf": .source,
        "fuse": .source, "overlay": .layers,
    ]

    /// Finds the identity in what the system tells. Kinds that are not in the table have it in their UUID or nowhere.
    package init(_ facts: FileSystemFacts) {
        let kind = facts.mount?.kind ?? ""
        let place = Self.places[kind] ?? (kind.hasPrefix("fuse.") ? .source : .uuid)
        self = Self.identity(facts, in: place) ?? .unknown(device: facts.device)
    }

    private static func identity(_ facts: FileSystemFacts, in place: Place) -> Self? {
        let uuid = (facts.uuid ?? facts.nameByUUID)?.lowercased()
        switch place {
        case .fsid:
            return facts.fsid == 0 ? nil : .identifier(String(facts.fsid, radix: 16))
        case .uuidAndSubvolume:
            return uuid.map { .identifier($0, subvolume: facts.fsid) }
        case .serial:
            guard let serial = facts.serial, serial != 0 else {
                return uuid.map { .identifier($0) }
            }
            let digits = String(serial, radix: 16)
            let all = String(repeating: "0", count: 8 - digits.count) + digits
            return .identifier("\(all.prefix(4))-\(all.suffix(4))")
        case .uuid: return uuid.map { .identifier($0) }
        case .source: return source(facts, uuid)
        case .layers:
            let layers = facts.mount?.options.filter {
                $0.hasPrefix("lowerdir") || $0.hasPrefix("upperdir")
            }
            return (layers ?? []).isEmpty ? nil : .source(layers?.joined(separator: ",") ?? "")
        }
    }

    /// A program that mounts a disk names its device, which the next disk has, too; one that has nothing to name, itself.
    private static func source(_ facts: FileSystemFacts, _ uuid: String?) -> Self? {
        guard let mount = facts.mount else { return nil }
        if mount.source.hasPrefix("/dev/") { return uuid.map { .identifier($0) } }
        let program = mount.kind.split(separator: ".").last.map(String.init)
        let namesNothing = ["", "none", "fuse", program].contains(mount.source)
        return namesNothing ? nil : .source(mount.source)
    }
}
