import PhonolithIdentity
import PhonolithMediaModel
import Testing

/// Entries and files with one path, or its end: which tags show that they are different songs.
@Suite("Paths and tags") struct PathAgreementTests {
    enum Comparison: Character, CaseIterable {
        case same = "="
        case other = "x"
        case unknown = "?"

        /// `*` is anything, `~` not another, `!` not the same.
        func matches(_ pattern: Character) -> Bool {
            switch pattern {
            case "*": true
            case "~": self != .other
            case "!": self != .same
            default: rawValue == pattern
            }
        }
    }

    /// Title, artist, album, track number and length, and whether the whole path, its end, and the names of folder and file
    /// count. The first row that applies decides.
    private static let table: [(pattern: String, counts: String)] = [
        // Another version, or another song with such a title.
        ("=x**x", "---"), ("=*x*x", "---"), ("=**xx", "---"),
        ("=~=~x", "+++"), ("=~?~x", "+--"),
        // The same title.
        ("=xx*?", "---"), ("=xx*=", "+--"), ("=~x*?", "+--"), ("=~x*=", "++-"),
        ("=x~*~", "++-"), ("=~~*~", "+++"),
        // Another title: a corrected one leaves the rest.
        ("x***!", "---"), ("x*x**", "---"), ("x**x*", "---"),
        ("x*=~=", "+++"), ("x=?~=", "+--"), ("x!?~=", "---"),
        // No title.
        ("?***x", "---"), ("?xx**", "---"), ("?x*x*", "---"), ("?*xx*", "---"),
        ("?x**=", "+--"), ("?*x*=", "+--"), ("?**x=", "+--"),
        ("?x**?", "---"), ("?*x*?", "---"), ("?**x?", "---"), ("?~~~~", "+++"),
    ]

    /// All combinations, title first.
    private static let combinations: [[Comparison]] = (0..<5).reduce([[]]) { all, _ in
        all.flatMap { some in Comparison.allCases.map { some + [$0] } }
    }

    /// An entry and a file that compare so.
    ///
    /// - Parameter isUnknownInLibrary: Whether what is unknown is so of the file; else of the entry.
    private func traces(
        _ combination: [Comparison], isUnknownInLibrary: Bool
    ) -> (entry: FileTrace, file: FileTrace) {
        func trace(_ isFile: Bool) -> FileTrace {
            var trace = FileTrace(
                fileID: 1, itemID: 1, path: "/m/ann/first/01.flac",
                stamp: FileStamp(size: 0, modified: 0, device: 0, inode: 0))
            func value<Value>(_ place: Int, _ one: Value, _ other: Value) -> Value? {
                switch combination[place] {
                case .same: one
                case .other: isFile ? other : one
                case .unknown: isFile == isUnknownInLibrary ? nil : one
                }
            }
            trace.title = value(0, "one", "two")
            trace.artist = value(1, "ann", "ben")
            trace.albumTitle = value(2, "first", "second")
            trace.trackNumber = value(3, 1, 2)
            trace.duration = value(4, 100, 102.1)
            if isFile, combination[4] == .same { trace.duration = 101.9 }
            return trace
        }
        return (trace(false), trace(true))
    }

    @Test(
        "a path counts unless tags of both sides contradict it",
        arguments: SharedPath.allCases, [false, true])
    func path(path: SharedPath, isUnknownInLibrary: Bool) throws {
        let column = try #require(SharedPath.allCases.firstIndex(of: path))
        for combination in Self.combinations {
            let text = String(combination.map(\.rawValue))
            let row = try #require(
                Self.table.first { zip(combination, $0.pattern).allSatisfy { $0.matches($1) } },
                "\(text)")
            let (entry, file) = traces(combination, isUnknownInLibrary: isUnknownInLibrary)
            let counts = Array(row.counts)[column] == "+"
            #expect(entry.contradicts(file, at: path) == !counts, "\(text) \(row.pattern)")
        }
    }
}
