import Foundation
import PhonolithFiles
import PhonolithMediaModel
import SystemPackage
import Testing

@Suite struct WholeFileTests {
    private let folder: Folder

    init() throws { folder = try Folder() }

    private func write(_ text: String, to name: String, rights: UInt32 = 0o666) throws {
        try WholeFile.write(Array(text.utf8), to: folder[name], rights: rights)
    }

    private func mode(_ name: String) throws -> mode_t {
        try #require(folder[name].status).st_mode & 0o7777
    }

    @Test("a new file has the rights that are asked for, less the mask")
    func new() throws {
        let mask = umask(0)
        umask(mask)
        try write("a", to: "plain")
        try write("b", to: "own", rights: 0o600)
        #expect(try mode("plain") == 0o666 & ~mask)
        #expect(try mode("own") == 0o600)
        #expect(try folder.names() == ["own", "plain"])
    }

    @Test("a replaced file keeps its mode, and only it is left", arguments: [0o600, 0o640, 0o755])
    func mode(rights: Int) throws {
        try write("old", to: "file")
        chmod(folder["file"].description, mode_t(rights))
        try write("new", to: "file")
        #expect(try mode("file") == mode_t(rights))
        #expect(try folder.text("file") == "new")
        #expect(try folder.names() == ["file"])
    }

    @Test(
        "a symbolic link stays, and what it points to is written",
        arguments: ["real/file", "../folder/real/file", "second"])
    func link(target: String) throws {
        try folder.makeFolder("folder/real")
        try folder.link("folder/second", to: "real/third")
        try folder.link("folder/real/third", to: "file")
        try folder.link("folder/link", to: target)
        try write("old", to: "folder/real/file")
        try write("new", to: "folder/link")
        #expect(try folder.text("folder/real/file") == "new")
        #expect(try folder.names("folder") == ["link", "real", "second"])
        let kept = try FileManager.default.destinationOfSymbolicLink(
            atPath: folder["folder/link"].description)
        #expect(kept == target)
    }

    @Test("a link to nothing makes what it points to")
    func danglingLink() throws {
        try folder.makeFolder("real")
        try folder.link("link", to: "real/new")
        try write("text", to: "link")
        #expect(try folder.text("real/new") == "text")
        #expect(try folder.names() == ["link", "real"])
    }

    @Test("a link to itself, a folder and a missing folder are refused, and nothing is left behind")
    func refusals() throws {
        try folder.link("loop", to: "loop")
        try folder.makeFolder("folder")
        let errors: [(String, Errno)] = [
            ("loop", .tooManySymbolicLinkLevels), ("folder", .isDirectory),
            ("none/file", .noSuchFileOrDirectory),
        ]
        for (name, error) in errors {
            #expect(throws: error, "\(name)") {
                try WholeFile.write([0x61], to: folder[name])
            }
        }
        #expect(try folder.names() == ["folder", "loop"])
    }

    @Test("what fails while it is written leaves the old file and nothing else")
    func failure() throws {
        try write("old", to: "file")
        struct Stop: Error {}
        #expect(throws: Stop.self) {
            try WholeFile.write(to: folder["file"]) { descriptor in
                try descriptor.writeAll([0x61])
                throw Stop()
            }
        }
        #expect(try folder.text("file") == "old")
        #expect(try folder.names() == ["file"])
    }

    @Test("a pipe is written to and stays a pipe")
    func pipe() throws {
        let path = folder["pipe"].description
        #expect(mkfifo(path, 0o600) == 0)
        let reader = open(path, O_RDONLY | O_NONBLOCK)
        defer { close(reader) }
        try write("through", to: "pipe")
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = read(reader, &bytes, bytes.count)
        #expect(String(decoding: bytes.prefix(max(0, count)), as: UTF8.self) == "through")
        #expect(try folder.names() == ["pipe"])
        #expect(folder["pipe"].refusalToRead == "is a pipe, not a file")
    }

    @Test("a full device is an error")
    func fullDisk() throws {
        guard MediaPath("/dev/full").status != nil else { return }
        #expect(throws: Errno.noSpace) {
            try WholeFile.write([0x61], to: MediaPath("/dev/full"))
        }
    }

    @Test("hard links: the name that is written gets the new file, the other keeps the old one")
    func hardLink() throws {
        try write("old", to: "one")
        try FileManager.default.linkItem(
            atPath: folder["one"].description, toPath: folder["two"].description)
        try write("new", to: "one")
        #expect(try folder.text("one") == "new")
        #expect(try folder.text("two") == "old")
    }
}
