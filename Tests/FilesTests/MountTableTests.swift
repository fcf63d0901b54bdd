import PhonolithFiles
import PhonolithMediaModel
import Testing

/// Folders that are mounted a second time.
@Suite struct MountTableTests {
    private let table = MountTable(
        mountInfo: Array(
            """
            22 1 8:1 / / rw,relatime - ext4 /dev/sda1 rw
            30 22 8:17 / /media/disk rw - ext4 /dev/sdb1 rw
            31 22 8:17 /Music/Jazz /srv/my\\040jazz rw - ext4 /dev/sdb1 rw
            32 22 8:1 /home/me/Music /mnt/music rw - ext4 /dev/sda1 rw
            33 22 0:61 / /mnt/nas rw shared:7 - cifs //nas/music rw
            """.utf8))

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

    @Test("the system tells its mounts")
    func current() {
        #expect(MountTable.current != MountTable(mountInfo: []))
    }
}
