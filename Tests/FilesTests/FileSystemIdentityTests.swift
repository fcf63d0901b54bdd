import Foundation
import PhonolithFiles
import PhonolithMediaModel
import Testing

/// What each file system gives that stays when it is unplugged and mounted again. The values of ext4, xfs, btrfs, FUSE, tmpfs
/// and overlay are those that Linux 6.18 gave for images that were mounted one after the other as one loop device.
@Suite("Identities of file systems") struct FileSystemIdentityTests {
    /// A file system, and what of it is told.
    struct Row: Sendable, CustomTestStringConvertible {
        var mount: String
        var fsid: UInt64 = 0
        var uuid: String?
        var serial: UInt32?
        var name: String?
        var identity: FileSystemIdentity
        var testDescription: String { mount }

        func facts(device: UInt64 = 0x700) -> FileSystemFacts {
            let table = MountTable(mountInfo: Array("40 22 7:0 / /mnt rw - \(mount)".utf8))
            var facts = FileSystemFacts(device: device, mount: table.mount(id: 40))
            (facts.fsid, facts.uuid, facts.serial, facts.nameByUUID) = (fsid, uuid, serial, name)
            return facts
        }
    }

    private static let device = FileSystemIdentity.unknown(device: 0x700)
    private static let uuid = "23d7187f-a4c4-c93b-811f-d03eacb98030"

    static let rows: [Row] = [
        Row(
            mount: "ext4 /dev/loop0 rw", fsid: 0xb92b_107e_cd84_b8e0, uuid: uuid, name: uuid,
            identity: .identifier("b92b107ecd84b8e0")),
        Row(mount: "ext2 /dev/sda1 rw", fsid: 0x12, identity: .identifier("12")),
        Row(mount: "ext4 /dev/sda1 rw", identity: device),
        Row(mount: "xfs /dev/loop0 rw", fsid: 0x700, uuid: uuid, identity: .identifier(uuid)),
        Row(mount: "xfs /dev/loop0 rw", fsid: 0x700, name: uuid, identity: .identifier(uuid)),
        Row(mount: "xfs /dev/loop0 rw", fsid: 0x700, identity: device),
        Row(
            mount: "btrfs /dev/loop0 rw,subvolid=5,subvol=/", fsid: 0xbefb_01d4_0dc0_18df,
            uuid: uuid, identity: .identifier(uuid, subvolume: 0xbefb_01d4_0dc0_18df)),
        Row(mount: "zfs tank/music rw", fsid: 0x77, identity: .identifier("77")),
        Row(mount: "bcachefs /dev/sda:/dev/sdb rw", fsid: 0x78, identity: .identifier("78")),
        Row(mount: "f2fs /dev/sdb1 rw", fsid: 0x811, name: uuid, identity: .identifier(uuid)),
        Row(
            mount: "vfat /dev/sdb1 rw", fsid: 0x811, serial: 0x0b1c_2d3e, name: "0B1C-2D3E",
            identity: .identifier("0b1c-2d3e")),
        Row(
            mount: "vfat /dev/sdb1 rw", fsid: 0x811, name: "0B1C-2D3E",
            identity: .identifier("0b1c-2d3e")),
        Row(
            mount: "exfat /dev/sdb1 rw", fsid: 0x811, name: "64AB-1234",
            identity: .identifier("64ab-1234")),
        Row(
            mount: "ntfs3 /dev/sdb1 rw", fsid: 0x811, name: "01D7B1C2A3E4F506",
            identity: .identifier("01d7b1c2a3e4f506")),
        Row(
            mount: "iso9660 /dev/sr0 ro", fsid: 0xb00, name: "2024-05-01-10-11-12-00",
            identity: .identifier("2024-05-01-10-11-12-00")),
        Row(mount: "squashfs /dev/loop3 ro", fsid: 0x703, identity: device),
        Row(
            mount: "fuseblk /dev/sdb1 rw,user_id=0", name: "64AB-1234",
            identity: .identifier("64ab-1234")),
        Row(mount: "fuseblk /dev/loop0 rw,user_id=0", identity: device),
        Row(mount: "nfs4 nas:/music rw,vers=4.2", identity: .source("nas:/music")),
        Row(mount: "nfs nas:/music rw,vers=3", identity: .source("nas:/music")),
        Row(mount: "cifs //nas/music rw", identity: .source("//nas/music")),
        Row(mount: "fuse.sshfs me@nas:/music rw", identity: .source("me@nas:/music")),
        Row(mount: "fuse.mergerfs A:B rw", identity: .source("A:B")),
        Row(mount: "fuse.mergerfs mergerfs rw", identity: device),
        Row(mount: "fuse none rw", identity: device),
        Row(mount: "9p share rw,trans=virtio", fsid: 0x1, identity: .source("share")),
        Row(mount: "virtiofs music rw", identity: .source("music")),
        Row(
            mount: "tmpfs none rw", fsid: 0xe06b_92c9_dcb3_a24b,
            identity: .identifier("e06b92c9dcb3a24b")),
        Row(
            mount: "overlay overlay rw,lowerdir=A,upperdir=B/u,workdir=B/w", fsid: 0x5,
            identity: .source("lowerdir=A,upperdir=B/u")),
        Row(mount: "overlay overlay rw", fsid: 0x5, identity: device),
        Row(mount: "newfs /dev/sda1 rw", fsid: 0x5, uuid: uuid, identity: .identifier(uuid)),
        Row(mount: "newfs none rw", fsid: 0x5, identity: device),
    ]

    @Test("are in what stays with each kind", arguments: rows)
    func identity(row: Row) {
        #expect(FileSystemIdentity(row.facts()) == row.identity)
    }

    @Test("are the same on another device, where they last", arguments: rows)
    func lasting(row: Row) {
        let (one, other) = (
            FileSystemIdentity(row.facts()), FileSystemIdentity(row.facts(device: 0x801))
        )
        let lasts = row.identity != Self.device
        #expect((one.number == other.number) == lasts)
        #expect(FileSystemIdentity.lasts(one.number) == lasts)
    }

    @Test("have numbers of their own, but those of the same") func numbers() {
        let identities = Set(Self.rows.map(\.identity))
        #expect(Set(identities.map(\.number)).count == identities.count)
        #expect(!FileSystemIdentity.lasts(FileSystemIdentity.forgotten))
        #expect(FileSystemIdentity.unknown(device: 0x811).number == 0x811)
    }

    @Test("of subvolumes are of one disk", arguments: [(1, 2, "a", "a"), (1, 1, "a", "b")])
    func subvolumes(one: UInt64, other: UInt64, disk: String, otherDisk: String) {
        let numbers = [
            FileSystemIdentity.identifier(disk, subvolume: one).number,
            FileSystemIdentity.identifier(otherDisk, subvolume: other).number,
        ]
        #expect(numbers[0] != numbers[1])
        #expect(FileSystemIdentity.areOfOneDisk(numbers[0], numbers[1]) == (disk == otherDisk))
        #expect(!FileSystemIdentity.areOfOneDisk(0x811, 0x821))
    }

    @Test("of what cannot be opened are those of the device") func absent() {
        #expect(FileSystems().number(of: 0x811, at: "/nowhere/at/all") == 0x811)
    }
}
