import PhonolithFiles
import PhonolithMediaModel
import SystemPackage
import Testing

@Suite struct FileLockTests {
    private let folder: Folder

    init() throws { folder = try Folder() }

    @Test("a lock is one descriptor's at a time, and free when that is closed")
    func one() throws {
        func opened() throws -> FileDescriptor {
            try folder["lock"].opened(.readWrite, options: .create, rights: 0o644)
        }
        let (first, second) = (try opened(), try opened())
        defer { second.closeAfterReading() }
        #expect(try first.lockIfFree())
        #expect(try first.lockIfFree())
        #expect(try second.lockIfFree() == false)
        try first.close()
        #expect(try second.lockIfFree())
    }

    @Test("a folder has a lock, too")
    func ofFolder() throws {
        let file = try folder.path.opened(.readOnly, options: .directory)
        defer { file.closeAfterReading() }
        #expect(try file.lockIfFree())
    }

    @Test("what cannot be locked is an error and not a lock that another has")
    func error() {
        #expect(throws: Errno.badFileDescriptor) {
            try FileDescriptor(rawValue: -1).lockIfFree()
        }
    }
}
