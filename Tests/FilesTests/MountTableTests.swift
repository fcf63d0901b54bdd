import PhonolithFiles
import PhonolithMediaModel
import Testing

/// Folders that are mounted a second time.
@Suite struct MountTableTests {
    private static let text = """
        22 1 8:1 / / rw,relatime - ext4 /dev/sda1 rw
        30 22 8:17 / /media/disk rw - ext4 /dev/sdb1 rw
        31 22 8:17 /Music/Jazz /srv/my\\040jazz rw - ext4 /dev/sdb1 rw
        32 22 8:1 /home/me/Music /mnt/music rw - ext4 /dev/sda1 rw
        33 22 0:61 / /mnt/nas rw shared:7 - cifs //nas/music rw
        """
    private let table = MountTable(mountInfo: Array(text.utf8))

    @Test(
        "a folder is known by the path that the library has",
        arguments: [
            ("/mnt/music", ["/home/me/Music"], "/home/me/Music"),
            ("/mnt/music/A", ["/home/me/Music"], "/home/me/Music/A"),
            ("/mnt/music", ["/home/me/Music/Rock"], "/home/me/Music"),
            ("/srv/my jazz", ["/media/disk/Music"], "/media/disk/Music/Jazz"),
            ("/srv/my jazz/B", ["/media/disk/Music"], "/media/disk/Music/Jazz/B"),
            ("/srv/my jazz", ["/media/disk/Films"], nil),
            ("/media/disk/Music", ["/home/me/Music"], nil),
            ("/home/me/Music", ["/home/me/Music"], nil),
            ("/home/me/Music/A", ["/home/me/Music"], nil),
            ("/home/me/Music", ["/mnt/music"], "/mnt/music"),
        ] as [(MediaPath, [MediaPath], MediaPath?)])
    func otherPath(folder: MediaPath, known: [MediaPath], path: MediaPath?) {
        #expect(table.otherPath(of: folder, amid: known) == path)
    }

    @Test("locks of a Windows server keep others out")
    func locks() {
        #expect(table.hasMandatoryLocks(at: "/mnt/nas/a/b.wav"))
        #expect(!table.hasMandatoryLocks(at: "/mnt/music/b.wav"))
    }

    @Test(
        "where something was mounted or unmounted is known by comparing two moments",
        arguments: [
            ([], []),
            // Mounted and unmounted; with a blank; twice at one place.
            (["+40 22 8:33 / /media/new rw - vfat /dev/sdc1 rw"], ["/media/new"]),
            (["+40 22 8:33 / /media/my\\040disk rw - vfat /dev/sdc1 rw"], ["/media/my disk"]),
            (["-30"], ["/media/disk"]),
            (["+40 30 8:33 / /media/disk rw - vfat /dev/sdc1 rw"], ["/media/disk"]),
            // Exchanged, with another number and with the same; another folder of one disk.
            (["-30", "+40 22 8:33 / /media/disk rw - vfat /dev/sdc1 rw"], ["/media/disk"]),
            (["-30", "+30 22 8:33 / /media/disk rw - vfat /dev/sdc1 rw"], ["/media/disk"]),
            (
                ["-31", "+31 22 8:17 /Music /srv/my\\040jazz rw - ext4 /dev/sdb1 rw"],
                ["/srv/my jazz"]
            ),
            // Moved (`mount --move`).
            (
                ["-30", "+30 22 8:17 / /mnt/disk rw - ext4 /dev/sdb1 rw"],
                ["/media/disk", "/mnt/disk"]
            ),
            // What matters only to others: the way it is mounted, and who sees what is mounted in it.
            (["-30", "+30 22 8:17 / /media/disk ro,noatime shared:9 - ext4 /dev/sdb1 ro"], []),
        ] as [([String], Set<MediaPath>)])
    func changes(_ changes: [String], points: Set<MediaPath>) {
        var lines = Self.text.split(separator: "\n").map(String.init)
        for change in changes {
            if change.hasPrefix("-") {
                lines.removeAll { $0.hasPrefix(change.dropFirst() + " ") }
            } else {
                lines.append(String(change.dropFirst()))
            }
        }
        let now = MountTable(mountInfo: Array(lines.joined(separator: "\n").utf8))
        #expect(now.changedPoints(since: table) == points)
        #expect(table.changedPoints(since: now) == points)
    }

    @Test("the system tells its mounts")
    func current() {
        #expect(MountTable.current != MountTable(mountInfo: []))
    }
}
