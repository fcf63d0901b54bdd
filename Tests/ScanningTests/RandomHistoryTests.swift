import Foundation
import PhonolithCatalogTestSupport
import PhonolithMediaModel
import PhonolithQueries
import PhonolithScanning
import PhonolithScans
import PhonolithStore
import PhonolithTestSupport
import PhonolithUsers
import Testing

/// Random deeds between scans, against a model that knows which sound is at which path. Each sound has a mark of its own, a
/// bookmark: wherever the mark is, the sound must be.
@Suite("Random histories") struct RandomHistoryTests {
    @Test(
        "lose no mark, and give none to another sound",
        arguments: LongTests.seeds(1...100, daily: 3))
    func history(seed: UInt64) async throws {
        var history = try History(seed: seed)
        for step in 1...100 {
            try await history.step()
            let faults = try history.faults()
            #expect(faults == [], "seed \(seed), step \(step): \(history.log.suffix(12))")
            if !faults.isEmpty { return }
        }
    }
}

/// A world of two roots, a disk that is one of them, and one that is mounted below another.
private struct History {
    let folder: TemporaryFolder
    let catalog: Catalog
    let disks = FakeDisks()
    var random: Numbers
    /// The sounds by paths below the folder.
    var sounds: [String: Int] = [:]
    /// The paths of backups, which are not scanned, by sound.
    var backups: [Int: String] = [:]
    /// The disk that is mounted at a place.
    var mounted: [String: Int] = [:]
    /// Marks that were given.
    var marked: Set<Int> = []
    var nextSound = 1
    var nextName = 1
    /// What was exported, until now.
    var exports: [UserData] = []
    var log: [String] = []
    /// Whether the disks below a root have one number.
    let hasEqualNumbers: Bool

    private static let places = ["card", "one/ext"]
    private static let roots = ["one", "two", "card"]

    init(seed: UInt64) throws {
        folder = try TemporaryFolder()
        catalog = try Catalog.empty()
        random = Numbers(state: seed)
        hasEqualNumbers = seed % 2 == 0
        for name in ["one/ext", "two", "card", "backup", "away"] {
            try FileManager.default.createDirectory(
                at: folder.url(name), withIntermediateDirectories: true)
        }
        for (number, place) in Self.places.enumerated() {
            for disk in [2 * number, 2 * number + 1] {
                for track in 1...3 { try write(newSound(), to: "away/\(disk)/REC\(track).wav") }
            }
            try mount(2 * number, at: place)
        }
        for root in ["one", "two"] {
            for album in 1...2 {
                for _ in 1...4 { try write(newSound(), to: "\(root)/Album \(album)/\(newName())") }
            }
        }
    }

    // MARK: - Files

    mutating func newSound() -> Int {
        defer { nextSound += 1 }
        return nextSound
    }

    mutating func newName() -> String {
        defer { nextName += 1 }
        return "\(nextName).wav"
    }

    /// - Parameter version: That of its tags.
    private func data(_ sound: Int, version: Int = 0) -> Data {
        Disc.wave(
            samples: (0..<1000).map {
                UInt8(
                    truncatingIfNeeded: ($0 / 7 &* (sound % 251 + 1))
                        ^ ($0 % 3 == 0 ? sound >> 4 : 0))
            },
            tags: [
                ("INAM", "Song \(sound)" + (version > 0 ? " (\(version))" : "")),
                ("IART", "Artist \(sound)"),
            ])
    }

    mutating func write(_ sound: Int, version: Int = 0, to path: String) throws {
        try FileManager.default.createDirectory(
            at: folder.url(path).deletingLastPathComponent(), withIntermediateDirectories: true)
        // Into the file that is there, if one is.
        let url = folder.url(path)
        if let file = try? FileHandle(forWritingTo: url) {
            try file.truncate(atOffset: 0)
            try file.write(contentsOf: data(sound, version: version))
            try file.close()
        } else {
            try data(sound, version: version).write(to: url)
        }
        sounds[path] = sound
    }

    private mutating func move(_ old: String, to new: String) throws {
        try FileManager.default.createDirectory(
            at: folder.url(new).deletingLastPathComponent(), withIntermediateDirectories: true)
        try #require(rename(folder.url(old).path, folder.url(new).path) == 0)
        sounds[new] = sounds.removeValue(forKey: old)
    }

    private mutating func copy(_ old: String, to new: String) throws {
        try? FileManager.default.removeItem(at: folder.url(new))
        try FileManager.default.createDirectory(
            at: folder.url(new).deletingLastPathComponent(), withIntermediateDirectories: true)
        try FileManager.default.copyItem(at: folder.url(old), to: folder.url(new))
        sounds[new] = sounds[old]
    }

    private mutating func remove(_ path: String) throws {
        try FileManager.default.removeItem(at: folder.url(path))
        sounds[path] = nil
    }

    // MARK: - Disks

    private func identity(_ disk: Int) -> FileSystemIdentity {
        // Those of the root last; those below a root are known by their numbers, as network disks of programs are.
        disk < 2
            ? .identifier("disk \(disk)") : .unknown(device: hasEqualNumbers ? 0x811 : UInt64(disk))
    }

    private mutating func mount(_ disk: Int, at place: String) throws {
        try disks.mount(folder.url("away/\(disk)"), at: folder.url(place), identity(disk))
        replace("away/\(disk)/", place + "/")
        mounted[place] = disk
    }

    private mutating func exchange(at place: String) throws {
        let disk = try #require(mounted[place])
        try disks.unmount(folder.url(place), to: folder.url("away/\(disk)"))
        replace(place + "/", "away/\(disk)/")
        try mount(disk ^ 1, at: place)
    }

    private mutating func replace(_ old: String, _ new: String) {
        sounds = Dictionary(
            uniqueKeysWithValues: sounds.map { path, sound in
                (path.hasPrefix(old) ? new + path.dropFirst(old.count) : path, sound)
            })
    }

    // MARK: - Deeds

    private mutating func any(_ isWanted: (String) -> Bool = { _ in true }) -> String? {
        sounds.keys.filter { !$0.hasPrefix("away/") && !$0.hasPrefix("backup/") && isWanted($0) }
            .sorted().randomElement(using: &random)
    }

    private mutating func newPlace() -> String {
        let folders = [
            "one/Album 1", "one/Album 2", "one/New", "two/Album 1", "two/Deep/Er", "one/ext",
            "card",
        ]
        return (folders.randomElement(using: &random) ?? "one") + "/" + newName()
    }

    private mutating func act() throws {
        guard let path = any(), let sound = sounds[path] else { return }
        let deed = Int.random(in: 0..<12, using: &random)
        switch deed {
        case 0, 1:
            let new = newPlace()
            log.append("move \(path) \(new)")
            try move(path, to: new)
        case 2:
            let new = newPlace()
            log.append("copy \(path) \(new)")
            try copy(path, to: new)
        case 3:
            let new = newPlace()
            log.append("tidied copy \(path) \(new)")
            try write(sound, version: nextName, to: new)
        case 4:
            log.append("overwrite \(path)")
            try write(newSound(), to: path)
        case 5:
            guard let other = any({ $0 != path }) else { return }
            log.append("rename \(other) over \(path)")
            try move(other, to: path)
        case 6:
            log.append("retag \(path)")
            try write(sound, version: nextName, to: path)
            nextName += 1
        case 7:
            log.append("delete \(path)")
            try remove(path)
        case 8:
            let backup = "backup/\(sound).wav"
            log.append("back up \(path)")
            try copy(path, to: backup)
            backups[sound] = backup
        case 9:
            guard let old = backups.keys.sorted().randomElement(using: &random),
                let backup = backups[old]
            else { return }
            let new = Bool.random(using: &random) ? path : newPlace()
            log.append("restore \(old) to \(new)")
            try copy(backup, to: new)
        case 10:
            guard let other = any({ $0 != path }) else { return }
            log.append("swap \(path) \(other)")
            let middle = path + ".middle"
            try move(path, to: middle)
            try move(other, to: path)
            try move(middle, to: other)
        default:
            let place = Self.places.randomElement(using: &random) ?? ""
            log.append("exchange \(place)")
            try exchange(at: place)
        }
    }

    mutating func step() async throws {
        for _ in 0..<Int.random(in: 1...3, using: &random) { try act() }
        if Int.random(in: 0..<4, using: &random) == 0 {
            let root = Self.roots.randomElement(using: &random) ?? "one"
            log.append("scan \(root)")
            try await scan([root])
        }
        log.append("scan")
        try await scan(Self.roots)
        try mark()
        try exchangeData()
    }

    /// Exports what is the user's own, or imports an export of any time before.
    private mutating func exchangeData() throws {
        switch Int.random(in: 0..<8, using: &random) {
        case 0:
            log.append("export \(exports.count)")
            exports.append(try catalog.userData.export())
        case 1:
            guard let number = exports.indices.randomElement(using: &random) else { return }
            log.append("import \(number)")
            _ = try catalog.userData.importData(exports[number])
        default: break
        }
    }

    private func scan(_ roots: [String]) async throws {
        _ = try await LibraryScanner(catalog: catalog).scan(
            roots.map { folder.path.appending(MediaPath($0)) }, options: disks.options)
    }

    // MARK: - Marks

    private func items(isMissing: Bool) throws -> [(path: String, mark: Int?, item: MediaItem)] {
        try catalog.items.all(matching: MediaQuery(isMissing: isMissing)).map { item in
            let path = item.location.path.relative(to: folder.path)?.description ?? ""
            return (path, item.userValues.bookmarkTime.map { Int($0) }, item)
        }
    }

    /// Marks the first item of each sound that has no mark anywhere.
    private mutating func mark() throws {
        let present = try items(isMissing: false).sorted {
            $0.item.persistentID.rawValue < $1.item.persistentID.rawValue
        }
        for (path, mark, item) in present where item.isAvailable {
            guard mark == nil, let sound = sounds[path], marked.insert(sound).inserted else {
                continue
            }
            try catalog.values.setBookmark(
                Double(sound), of: item.persistentID, mayFollowEnd: true)
        }
    }

    /// What is wrong after a scan of everything.
    func faults() throws -> [String] {
        var faults: [String] = []
        let present = try items(isMissing: false)
        let all = present + (try items(isMissing: true))
        for (path, mark, item) in present where item.isAvailable {
            guard let mark, let sound = sounds[path] else { continue }
            if mark != sound {
                faults.append("\(path) is sound \(sound) and has the mark of \(mark)")
            }
        }
        let holders = Dictionary(grouping: all.filter { $0.mark != nil }) { $0.mark ?? 0 }
        for sound in marked {
            guard let holding = holders[sound] else {
                faults.append("the mark of \(sound) is lost")
                continue
            }
            // Of several copies none inherits, and of several that went none comes back as one.
            let places = sounds.filter {
                $0.value == sound && !$0.key.hasPrefix("away/") && !$0.key.hasPrefix("backup/")
            }
            let paths = present.filter { sounds[$0.path] == sound && $0.item.isAvailable }
            // Nothing is inherited of a disk that is not mounted, nor by an older item.
            if places.count == 1, paths.count == 1, holding.count == 1,
                holding[0].path != paths[0].path,
                holding[0].item.persistentID.rawValue < paths[0].item.persistentID.rawValue,
                !(holding[0].path.hasPrefix("card/") && !holding[0].item.isAvailable)
            {
                faults.append(
                    "the mark of \(sound) is not at \(paths[0].path), but at \(holding[0].path)")
            }
        }
        return faults.sorted()
    }
}

/// Numbers that a seed gives (splitmix64, Steele and others 2014).
private struct Numbers: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }
}
