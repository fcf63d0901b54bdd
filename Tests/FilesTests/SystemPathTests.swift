import Foundation
import PhonolithFiles
import PhonolithMediaModel
import Testing

/// `..` behind a symbolic link is beside what the link points to.
@Suite struct SystemPathTests {
    private let folder: Folder

    /// `link` → `far/real`; `far/beside` is what `link/../beside` means, `beside` what its text says.
    init() throws {
        folder = try Folder()
        try folder.makeFolder("far/real/below")
        try folder.link("link", to: "far/real")
        for name in ["far/beside", "beside", "far/real/file"] {
            try WholeFile.write(Array(name.utf8), to: folder[name])
        }
    }

    @Test("an absolute path keeps its text, a relative one gets the working directory")
    func absolute() {
        let current = MediaPath(FileManager.default.currentDirectoryPath)
        #expect(MediaPath("/a/../b//c/.").absolute == "/a/../b//c/.")
        #expect(MediaPath("../x").absolute == current.appending("../x"))
        #expect(MediaPath("./x").absolute == current.appending("x"))
        #expect(MediaPath(".//./x").absolute == current.appending("x"))
        #expect(MediaPath(bytes: [0xE9]).absolute == current.appending(MediaPath(bytes: [0xE9])))
    }

    @Test("the system resolves dots and links")
    func resolved() {
        #expect(folder["link/../beside"].resolved == folder["far/beside"])
        #expect(folder["link/below/../file"].resolved == folder["far/real/file"])
        #expect(folder["none/../beside"].resolved == nil)
        #expect(folder["link/none"].resolved == nil)
    }

    @Test("a path is known with and without the links below any folder above it, dots resolved")
    func resolutions() {
        #expect(
            folder["link/file"].resolutions == [folder["far/real/file"], folder["link/file"]])
        #expect(
            folder["far/../link/file"].resolutions
                == [folder["far/real/file"], folder["link/file"]])
        #expect(folder["link/../beside"].resolutions == [folder["far/beside"]])
    }

    @Test("what is gone is known by the nearest folder that is there")
    func gone() {
        #expect(
            folder["link/../gone/a.mp3"].resolutions.first == folder["far/gone/a.mp3"])
        #expect(folder["link/gone"].resolutions == [folder["far/real/gone"], folder["link/gone"]])
        #expect(folder["link/gone/"].resolutions.first == folder["far/real/gone"])
        #expect(folder["none/../gone"].resolutions == [folder["none/../gone"]])
    }

    @Test("all names of a file have one identity")
    func identity() throws {
        link(folder["beside"].description, folder["hard"].description)
        try folder.link("soft", to: "beside")
        let identity = try #require(folder["beside"].status).identity
        #expect(folder["hard"].status?.identity == identity)
        #expect(folder["soft"].status?.identity == identity)
        #expect(folder["far/beside"].status?.identity != identity)
    }
}
