import PhonolithMediaModel
import PhonolithScans
import PhonolithStore
import Testing

/// Where a machine has the files of others.
@Suite struct LibraryHostTests {
    private func host(_ places: String...) -> LibraryHost {
        LibraryHost([
            "PHONOLITH_HOST": "desk", "PHONOLITH_MAP_ROOT": places.joined(separator: "\n"),
        ])
    }

    @Test(
        "the nearest folder of another machine says where a root is",
        arguments: [
            ("/srv/music", "/mnt/nas"), ("/srv/music/jazz/a", "/mnt/jazz/a"),
            ("/srv/musical", "/srv/musical"), ("/loose/a", "/mnt/loose/a"),
            ("/home/me", "/home/me"), ("/odd=x/a", "/mnt/odd/a"),
        ] as [(MediaPath, MediaPath)])
    func places(root: MediaPath, place: MediaPath) {
        let host = host(
            "nas:/srv/music=/mnt/nas", "nas:/srv/music/jazz=/mnt/jazz", "desk:/home=/elsewhere",
            "nas:/odd=x=/mnt/odd", "nonsense", "nas://loose/=/mnt//loose/")
        #expect(host.place(of: root, of: "nas") == place)
        #expect(host.place(of: root, of: "other") == root && host.place(of: root, of: nil) == root)
        #expect(host.place(of: root, of: "desk") == root)
    }

    @Test(
        "a place is a machine, a folder there and a folder here",
        arguments: ["nas", "nas:/a", "nas:a=/b", "nas:/a=b", ":/a=/b", "n s:/a=/b", ""])
    func refused(text: String) { #expect(LibraryHost.Place(text) == nil) }

    @Test("a machine has its own name where it is given none")
    func name() {
        #expect(LibraryHost([:]).name == LibraryHost(["PHONOLITH_HOST": ""]).name)
        #expect(!LibraryHost([:]).name.isEmpty)
    }
}
