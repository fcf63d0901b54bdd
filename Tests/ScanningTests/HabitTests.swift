import Foundation
import PhonolithCatalogTestSupport
import PhonolithMediaModel
import PhonolithQueries
import PhonolithScanning
import PhonolithScans
import PhonolithStore
import PhonolithTestSupport
import PhonolithUsers
import Synchronization
import Testing

/// Random actions of people on their files, against a simple model: which audio carries which rating.
///
/// `PHONOLITH_HABITS=5000` runs 5000 sequences, `PHONOLITH_HABITS_SEED=7` only the one of that seed, and prints it.
@Suite(.thorough) struct HabitTests {
    private static var environment: [String: String] { ProcessInfo.processInfo.environment }
    private static var seeds: [UInt64] {
        if let seed = environment["PHONOLITH_HABITS_SEED"].flatMap({ UInt64($0) }) { return [seed] }
        let count = environment["PHONOLITH_HABITS"].flatMap { UInt64($0) }
        return count.map { Array(1...$0) } ?? LongTests.seeds(1...60, daily: 25)
    }

    @Test("audio that is there once has its rating, whatever was done to its file")
    func ratings() async throws {
        let isPrinted = Self.seeds.count == 1
        for seed in Self.seeds {
            var habits = try Habits(seed: seed)
            try await habits.begin()
            for _ in 0..<14 { try await habits.step() }
            let faults = try await habits.faults()
            let story = habits.story.joined(separator: "\n")
            if isPrinted { print(story) }
            #expect(faults == [], "seed \(seed):\n\(story)")
            if !faults.isEmpty { break }
        }
    }
}

/// A small library in two roots, and what is known about it without the library.
private struct Habits {
    /// A file: which audio it holds, and how it is tagged.
    fileprivate struct File: Hashable {
        var song: Int
        /// The audio changes with the encoding, and the song stays.
        var encoding = 0
        var title = 0
    }

    private let folder: TemporaryFolder
    private let catalog: Catalog
    private var random: SeededGenerator
    private var files: [String: File] = [:]
    private var ratings: [Int: Int] = [:]
    /// Ratings of a second user.
    private var otherRatings: [Int: Int] = [:]
    private let other: Catalog
    private var songCount = 0
    private var nameCount = 0
    /// Folders in which something happened since they were last scanned.
    private var touched: Set<String> = []
    /// Whether the last scan looked at everything and finished, and nothing happened since.
    private var isSettled = false
    private var away: Set<String> = []
    /// All actions so far, for a reader who looks for the fault.
    private(set) var story: [String] = []

    init(seed: UInt64) throws {
        folder = try TemporaryFolder()
        catalog = try Catalog.empty()
        other = catalog.acting(as: try catalog.users.add("Other").id)
        random = SeededGenerator(seed: seed)
        for root in ["A", "B"] {
            try FileManager.default.createDirectory(
                at: folder.url(root), withIntermediateDirectories: true)
        }
    }

    /// A file in each root that nothing happens to.
    private static let anchor = "anchor.wav"

    mutating func begin() async throws {
        for folder in ["A/x", "A/y", "B/z"] {
            for number in 1...2 { try add(newSong(), at: "\(folder)/Track0\(number).wav") }
        }
        try add(newSong(), at: "B/other.wav")
        // A root in which nothing is left is unavailable, and that is another matter.
        for (song, root) in [(90, "A"), (91, "B")] {
            try write(File(song: song), at: root + "/" + Self.anchor)
        }
        try await scan()
        for song in 1...3 { try rate(song) }
    }

    mutating func step() async throws {
        switch Int.random(in: 0..<26, using: &random) {
        case 0...3: try move()
        case 4...6: try copy()
        case 7, 8: try delete()
        case 9, 10: try retag()
        case 11: try swap()
        case 12: try moveFolder()
        case 13: try replaceByAnotherSong()
        case 14: try await upgrade()
        case 15: try await unmount()
        case 16: try await removeRoot()
        case 17: try rateSomething()
        case 18, 19: try await interruptedScan()
        case 20, 21: try await watchStep()
        case 22: try await scan(["A", "B"].randomElement(using: &random) ?? "A")
        default: try await scan()
        }
    }

    /// Which songs do not have the ratings that they should, when all is there and was scanned.
    mutating func faults() async throws -> [String] {
        for root in away { try remount(root) }
        try await scan()
        let known = Dictionary(
            try catalog.items.all(matching: MediaQuery()).filter {
                $0.location.path.lastComponent != MediaPath(Self.anchor)
            }.map {
                ($0.location.path.relative(to: folder.path)?.description ?? "", $0)
            }, uniquingKeysWith: { first, _ in first })
        var faults: [String] = []
        for (path, file) in files.sorted(by: { $0.key < $1.key }) where isUnique(file.song) {
            let item = known[path]
            let others = try (item?.persistentID).flatMap { try other.items.item($0) }
            let ofBoth = [
                (item?.userValues.rating, ratings[file.song]),
                (others?.userValues.rating, otherRatings[file.song]),
            ]
            for (rating, expected) in ofBoth where rating != expected {
                func text(_ rating: Int?) -> String { rating.map { "\($0)" } ?? "none" }
                faults.append(
                    "song \(file.song) at \(path): \(text(rating)), not \(text(expected))")
            }
        }
        if known.count != files.count {
            faults.append("\(known.count) items, \(files.count) files")
        }
        faults += try catalog.statistics.integrityProblems()
        return faults
    }

    private func isUnique(_ song: Int) -> Bool { files.values.count { $0.song == song } == 1 }
}

// MARK: - Changes of files

extension Habits {
    private mutating func newSong() -> File {
        songCount += 1
        return File(song: songCount)
    }

    private mutating func newPath() -> String {
        nameCount += 1
        let folder = ["A/x", "A/y", "B/z", "B/New"].randomElement(using: &random) ?? "A/x"
        return "\(folder)/\(Bool.random(using: &random) ? "Track" : "n")\(nameCount).wav"
    }

    private mutating func somePath() -> String? {
        files.keys.filter { !away.contains(String($0.prefix(1))) }.sorted()
            .randomElement(using: &random)
    }

    private mutating func tell(_ text: String, _ paths: String...) {
        story.append(text)
        for path in paths { touched.insert((path as NSString).deletingLastPathComponent) }
        isSettled = false
    }

    private func write(_ file: File, at path: String) throws {
        let url = folder.url(path)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try file.data.write(to: url)
    }

    private mutating func add(_ file: File, at path: String) throws {
        try write(file, at: path)
        files[path] = file
        tell("new song \(file.song) at \(path)", path)
    }

    private mutating func move() throws {
        guard let old = somePath() else { return }
        let new = newPath()
        if away.contains(String(new.prefix(1))) { return }
        try folder.move(old, to: new)
        files[new] = files.removeValue(forKey: old)
        tell("move \(old) to \(new)", old, new)
    }

    private mutating func copy() throws {
        guard let old = somePath() else { return }
        let new = newPath()
        if away.contains(String(new.prefix(1))) { return }
        try folder.copy(folder.url(old), to: new)
        files[new] = files[old]
        tell("copy \(old) to \(new)", new)
        // Between disks, that is how files move.
        if Bool.random(using: &random) { try delete(old) }
    }

    private mutating func delete() throws {
        if let path = somePath() { try delete(path) }
    }

    private mutating func delete(_ path: String) throws {
        try folder.remove(path)
        files[path] = nil
        tell("delete \(path)", path)
    }

    private mutating func retag() throws {
        guard let path = somePath(), var file = files[path] else { return }
        file.title += 1
        files[path] = file
        // In place, or as most programs do it: beside it, and then renamed over it.
        let isInPlace = Bool.random(using: &random)
        try file.data.write(to: folder.url(path), options: isInPlace ? [] : .atomic)
        tell("retag \(path) to title \(file.title)\(isInPlace ? " in place" : "")", path)
    }

    private mutating func swap() throws {
        guard let one = somePath(), let other = somePath(), one != other else { return }
        try folder.move(one, to: one + ".tmp")
        try folder.move(other, to: one)
        try folder.move(one + ".tmp", to: other)
        (files[one], files[other]) = (files[other], files[one])
        tell("swap \(one) and \(other)", one, other)
    }

    private mutating func moveFolder() throws {
        let folders = Set(files.keys.map { ($0 as NSString).deletingLastPathComponent })
            .filter { !away.contains(String($0.prefix(1))) && $0.contains("/") }
        guard let old = folders.sorted().randomElement(using: &random) else { return }
        nameCount += 1
        let new = "\(away.contains("B") ? "A" : "B")/Folder\(nameCount)"
        if away.contains(String(new.prefix(1))) { return }
        try folder.move(old, to: new)
        for (path, file) in files where path.hasPrefix(old + "/") {
            files[path] = nil
            files[new + path.dropFirst(old.count)] = file
        }
        tell("move folder \(old) to \(new)", old + "/f", new + "/f")
    }

    private mutating func replaceByAnotherSong() throws {
        guard let path = somePath() else { return }
        let (file, isInPlace) = (newSong(), Bool.random(using: &random))
        try file.data.write(to: folder.url(path), options: isInPlace ? [] : .atomic)
        files[path] = file
        tell("new song \(file.song) over \(path)\(isInPlace ? " in place" : "")", path)
    }

    /// Another encoding comes beside a file, which is deleted later.
    private mutating func upgrade() async throws {
        guard isSettled, away.isEmpty, let old = somePath(), var file = files[old],
            isUnique(file.song)
        else { return }
        file.encoding += 1
        let new = newPath()
        try write(file, at: new)
        files[new] = file
        tell("upgrade \(old) by \(new)", new)
        if Bool.random(using: &random) { try await scan() }
        try delete(old)
        try await scan()
    }
}

// MARK: - Changes of the library

extension Habits {
    private func scanner() -> LibraryScanner { LibraryScanner(catalog: catalog) }

    private mutating func scan(_ roots: String...) async throws {
        let names = roots.isEmpty ? ["A", "B"] : roots
        _ = try await scanner().scan(names.map { folder.path.appending(MediaPath($0)) })
        tell("scan \(names.joined(separator: " "))")
        if roots.isEmpty { touched = [] }
        isSettled = roots.isEmpty && away.isEmpty
    }

    private mutating func interruptedScan() async throws {
        let (scanner, paths) = (scanner(), ["A", "B"].map { folder.path.appending(MediaPath($0)) })
        let count = Int.random(in: 1...6, using: &random)
        let calls = Calls()
        _ = try await Task {
            try await scanner.scan(paths) { _ in
                if calls.next() >= count { withUnsafeCurrentTask { $0?.cancel() } }
            }
        }.value
        tell("scan, interrupted after \(count) steps")
    }

    /// Scans the folders in which something happened, as `--watch` does when it is quiet.
    private mutating func watchStep() async throws {
        var changes = PendingChanges()
        for folder in touched { changes.change(in: self.folder.path.appending(MediaPath(folder))) }
        let targets = changes.targets(in: try catalog.roots.all()).filter {
            FileManager.default.fileExists(
                atPath: $0.root.path.appending($0.start).description)
        }
        tell("watch: \(touched.sorted())")
        touched = []
        if !targets.isEmpty { _ = try await scanner().scan(targets) }
    }

    private mutating func rate(_ song: Int) throws {
        guard isSettled, isUnique(song),
            let path = files.first(where: { $0.value.song == song })?.key,
            let item = try catalog.items.all(at: folder.path.appending(MediaPath(path))).first
        else { return }
        let rating = Int.random(in: 1...5, using: &random)
        if rating != 2 {
            try catalog.values.setRating(rating, of: item.persistentID)
            ratings[song] = rating
        }
        // Some songs are rated by one of the users only.
        if rating != 4 {
            try other.values.setRating(5 - rating, of: item.persistentID)
            otherRatings[song] = 5 - rating
        }
        story.append("rate song \(song) at \(path): \(rating)")
    }

    private mutating func rateSomething() throws {
        if let path = somePath(), let file = files[path] { try rate(file.song) }
    }

    /// A disk goes, all is scanned, and it comes back.
    private mutating func unmount() async throws {
        let root = "A"
        if away.contains(root) { return try remount(root) }
        try folder.move(root, to: root + ".away")
        try FileManager.default.createDirectory(
            at: folder.url(root), withIntermediateDirectories: true)
        away.insert(root)
        tell("unmount \(root)")
        try await scan()
    }

    private mutating func remount(_ root: String) throws {
        try folder.remove(root)
        try folder.move(root + ".away", to: root)
        away.remove(root)
        tell("mount \(root)")
    }

    private mutating func removeRoot() async throws {
        if !away.isEmpty { return }
        try catalog.roots.remove(folder.path.appending("A"))
        tell("remove root A")
        if Bool.random(using: &random) { try await scan("B") }
        try await scan()
    }
}

/// Counts calls from any thread.
private final class Calls: Sendable {
    private let count = Mutex(0)

    func next() -> Int {
        count.withLock {
            $0 += 1
            return $0
        }
    }
}

extension Habits.File {
    /// A sound file whose samples are those of the song in this encoding, and whose tags name it.
    fileprivate var data: Data {
        var generator = SeededGenerator(seed: UInt64(song * 100 + encoding + 1))
        // Each song has a length of its own; another encoding is as long.
        var samples: [UInt8] = []
        while samples.count < 1000 + song * 4001 {
            withUnsafeBytes(of: generator.next()) { samples += $0 }
        }
        samples.removeLast(samples.count - 1000 - song * 4001)
        let padding = String(repeating: ".", count: (title * 7) % 40)
        return Disc.wave(
            samples: samples,
            tags: [
                ("INAM", title == 0 ? "Song \(song)" : "Song \(song) (\(title))\(padding)"),
                ("IART", "Artist \(song % 3)"), ("IPRD", "Album"), ("IPRT", "\(song)"),
            ])
    }
}
