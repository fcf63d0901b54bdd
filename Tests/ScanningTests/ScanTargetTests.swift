import PhonolithMediaModel
import PhonolithScanning
import PhonolithScans
import Testing

@Suite struct ScanTargetTests {
    /// A part to scan: the root, where to begin, and the folders left out.
    private struct Stretch: Hashable {
        var root: MediaPath
        var start: MediaPath = ""
        var nested: Set<MediaPath> = []
    }

    private func stretches(_ folders: [MediaPath], _ roots: [MediaPath]) -> [Stretch] {
        let roots = roots.enumerated().map { number, path in
            LibraryRoot(
                id: PersistentID(Int64(number + 1)), path: path, kind: nil, isAvailable: true)
        }
        return ScanTarget.targets(scanning: folders, in: roots).map {
            Stretch(root: $0.root.path, start: $0.start, nested: $0.nested)
        }
    }

    @Test("without folders every root is scanned")
    func all() {
        #expect(stretches([], ["/a", "/b"]) == [Stretch(root: "/a"), Stretch(root: "/b")])
    }

    @Test("a folder inside a root is that part of it")
    func part() {
        #expect(stretches(["/a/x/y"], ["/a", "/b"]) == [Stretch(root: "/a", start: "x/y")])
        #expect(stretches(["/ab"], ["/a", "/ab"]) == [Stretch(root: "/ab")])
    }

    @Test("a root inside another is scanned by itself, and the other goes round it")
    func nested() {
        let roots: [MediaPath] = ["/a", "/a/books"]
        let outer = Stretch(root: "/a", nested: ["books"])
        #expect(stretches(["/a"], roots) == [outer, Stretch(root: "/a/books")])
        #expect(stretches([], roots) == [outer, Stretch(root: "/a/books")])
        #expect(stretches(["/a/books/x"], roots) == [Stretch(root: "/a/books", start: "x")])
    }

    @Test(
        "what lies inside another of the folders is scanned once",
        arguments: [["/a", "/a/x"], ["/a/x", "/a"], ["/a", "/a"]] as [[MediaPath]])
    func overlapping(folders: [MediaPath]) {
        #expect(stretches(folders, ["/a"]) == [Stretch(root: "/a")])
    }

    @Test("a folder around roots brings them all")
    func around() {
        #expect(
            stretches(["/"], ["/a", "/b/c"]) == [Stretch(root: "/a"), Stretch(root: "/b/c")])
    }
}
