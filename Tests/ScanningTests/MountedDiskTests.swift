import Foundation
import PhonolithCatalogTestSupport
import PhonolithFiles
import PhonolithMediaModel
import PhonolithQueries
import PhonolithScanning
import PhonolithStore
import PhonolithTestSupport
import PhonolithUsers
import Testing

/// Disks with real file systems, two of each kind, that are mounted at one place in turn.
@Suite("Disks that are really mounted") final class MountedDiskTests {
    /// A kind of file system, by the shell commands that make and mount one.
    struct Kind: Sendable, CustomTestStringConvertible {
        var testDescription: String
        /// Makes the disk `$disk`.
        var make: String
        /// Mounts the disk `$disk` at `$place`.
        var mount: String
        /// Whether its identity lasts; `nil` where that depends on the machine's `/dev/disk/by-uuid`.
        var lasts: Bool?

        init(_ name: String, make: String, mount: String, lasts: Bool?) {
            (testDescription, self.make, self.mount) = (name, make, mount)
            self.lasts = lasts
        }

        /// Of a program that makes it in an image of this size, and one that mounts a device.
        static func image(
            _ name: String, _ megabytes: Int, _ make: String, mount: String = "mount",
            lasts: Bool? = true
        ) -> Kind {
            Kind(
                name, make: "truncate -s \(megabytes)M $disk.img && \(make) $disk.img",
                // A device that was used for another disk is used again, as that of a slot for cards is.
                mount: "device=$(losetup --find --show $disk.img) && \(mount) $device $place",
                lasts: lasts)
        }
    }

    static let kinds = [
        Kind.image("ext4", 16, "mkfs.ext4 -q"), .image("xfs", 300, "mkfs.xfs -q"),
        .image("btrfs", 128, "mkfs.btrfs -q"),
        .image("exfat by FUSE", 16, "mkfs.exfat", mount: "mount.exfat-fuse", lasts: nil),
        .image("ntfs by FUSE", 16, "mkntfs -q -F -Q", mount: "ntfs-3g", lasts: nil),
        .image("vfat", 16, "mkfs.vfat"),
        Kind(
            "overlay", make: "mkdir -p $disk/below $disk/above $disk/work",
            mount:
                "mount -t overlay overlay -o lowerdir=$disk/below,upperdir=$disk/above,workdir=$disk/work $place",
            lasts: true),
        Kind("mergerfs", make: "mkdir -p $disk", mount: "mergerfs $disk $place", lasts: true),
        Kind(
            "tmpfs", make: "mkdir -p $disk && mount -t tmpfs tmpfs $disk",
            mount: "mount --bind $disk $place", lasts: true),
    ]

    /// Those that this machine can mount; the others are named.
    static let mountable = kinds.filter { kind in
        do {
            let tests = try MountedDiskTests()
            try tests.make("probe", kind)
            try tests.mount("probe", kind)
            return true
        } catch {
            print("\(kind.testDescription) cannot be mounted here, and is not tested: \(error)")
            return false
        }
    }

    let folder: TemporaryFolder
    let catalog: Catalog
    private var root: URL { folder.url("root") }

    init() throws {
        folder = try TemporaryFolder()
        catalog = try Catalog.empty()
        try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
    }

    deinit {
        try? run(
            """
            { grep -o " $folder[^ ]*" /proc/self/mounts || true; } | tac | while read -r place; do
                umount -l "$place"
            done
            \(Self.detach)
            """)
    }

    /// Frees the devices of the disks.
    private static let detach = """
        losetup --list --noheadings --output NAME,BACK-FILE | while read -r name file; do
            # Some are free already, a moment after they were listed.
            case "$file" in "$folder"*) losetup --detach "$name" 2>/dev/null || true ;; esac
        done
        """

    private func run(_ script: String, disk: String = "") throws {
        let shell = try Program(
            ["sh", "-ec", "exec 2>&1\n\(script)"],
            environment: [
                "folder": folder.url.path, "disk": folder.url("disk-\(disk)").path,
                "place": root.path, "PATH": "/usr/sbin:/usr/bin:/sbin:/bin",
            ], output: .pipe)
        let said = shell.output.readDataToEndOfFile()
        shell.waitUntilExit()
        if shell.terminationStatus != 0 {
            throw Refusal(description: String(decoding: said, as: UTF8.self))
        }
    }

    /// What a command says that fails.
    private struct Refusal: Error, CustomStringConvertible {
        var description: String
    }

    private func make(_ disk: String, _ kind: Kind) throws { try run(kind.make, disk: disk) }

    private func mount(_ disk: String, _ kind: Kind) throws { try run(kind.mount, disk: disk) }

    private func unmount() throws {
        // What another test starts in this moment has the folder open until it is another program.
        try run(
            """
            for _ in 1 2 3 4 5 6 7 8 9; do umount $place && break; sleep 0.2; done
            ! mountpoint -q $place
            \(Self.detach)
            """)
    }

    private func write(_ disk: Int, areAlike: Bool) throws {
        for number in 1...4 {
            let url = root.appendingPathComponent("DCIM/REC\(number).wav")
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            let sound = 10 * disk + number
            let seconds = areAlike ? 3 : 3 + 5 * disk
            try Disc.wave(
                samples: (0..<1000 * seconds).map { UInt8(truncatingIfNeeded: $0 / 7 &* sound) },
                tags: []
            ).write(to: url)
            try FileManager.default.setAttributes(
                [
                    .modificationDate: Date(
                        timeIntervalSince1970: 1_000_000_000 + 86_400 * Double(areAlike ? 0 : disk))
                ],
                ofItemAtPath: url.path)
        }
    }

    private func scan() async throws -> ScanReport {
        try await LibraryScanner(catalog: catalog).scan([MediaPath(root.path)])
    }

    private func items(isMissing: Bool = false) throws -> [MediaItem] {
        try catalog.items.all(matching: MediaQuery(isMissing: isMissing))
    }

    @Test(
        "neither take values from each other nor lose any",
        arguments: mountable, [false, true])
    func exchange(_ kind: Kind, areAlike: Bool) async throws {
        for (number, disk) in ["a", "b"].enumerated() {
            try make(disk, kind)
            try mount(disk, kind)
            try write(number, areAlike: areAlike)
            let stamp = try #require(MediaPath(root.path).status)
            let lasts = FileSystemIdentity.lasts(
                FileSystems().number(of: Int(stamp.st_dev), at: MediaPath(root.path)))
            if let expected = kind.lasts { #expect(lasts == expected) }
            // Where nothing tells disks apart, equal files do not either.
            if !lasts, areAlike { return }
            try unmount()
        }
        try mount("a", kind)
        #expect(try await scan().added == 4)
        let known = try items()
        for (number, item) in known.enumerated() {
            try catalog.values.setRating(number + 1, of: item.persistentID)
        }
        try unmount()

        try mount("b", kind)
        let exchanged = try await scan()
        #expect((exchanged.changed, exchanged.missing) == (0, 0))
        #expect(try items().filter { $0.userValues.rating != nil && $0.isAvailable } == [])
        #expect(try Pruning(of: catalog).gone.isEmpty)
        try unmount()

        // Behind another device than before.
        try run("truncate -s 1M $folder/other.img && losetup --find $folder/other.img || true")
        try mount("a", kind)
        let back = try await scan()
        #expect((back.added, back.changed) == (0, 0))
        let again = try items().filter(\.isAvailable)
        #expect(again.map(\.persistentID) == known.map(\.persistentID))
        #expect(again.map(\.userValues.rating) == [1, 2, 3, 4])
        #expect(again.map(\.location) == known.map(\.location))
        try unmount()
    }
}
