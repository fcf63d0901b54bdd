import PhonolithMediaModel

/// Pairs files of two sides by signs, one sign after the other. A sign counts only where it is unique on both
/// sides: of two equal copies it is unknown which is which, unless a finer sign tells them apart. On the left side
/// one file with values of the user's comes before any number of files without.
struct UniquePairing {
    private(set) var left: [FileTrace]
    private(set) var right: [FileTrace]
    /// In the order of the signs.
    private(set) var pairs: [(left: FileTrace, right: FileTrace)] = []

    init(left: [FileTrace], right: [FileTrace]) {
        self.left = left
        self.right = right
    }

    /// Pairs what has the same key, where that says anything.
    mutating func pair<Key: Hashable>(
        by key: (FileTrace) -> Key?, where agree: (FileTrace, FileTrace) -> Bool = { _, _ in true }
    ) {
        if left.isEmpty || right.isEmpty { return }
        let valued = Self.unique(left, by: key, where: \.hasUserValues)
        let candidates = Self.unique(left, by: key).merging(valued) { $1 }
        var (leftPaired, rightPaired): (Set<Int64>, Set<Int64>) = ([], [])
        let others = Self.unique(right, by: key)
            .sorted { right[$0.value].fileID < right[$1.value].fileID }
        for (key, place) in others {
            let other = right[place]
            guard let one = candidates[key].map({ left[$0] }), agree(one, other) else { continue }
            pairs.append((one, other))
            leftPaired.insert(one.fileID)
            rightPaired.insert(other.fileID)
        }
        if leftPaired.isEmpty { return }
        left.removeAll { leftPaired.contains($0.fileID) }
        right.removeAll { rightPaired.contains($0.fileID) }
    }

    /// Leaves files of the left side out of what is paired from now on.
    mutating func removeLeft(where isOut: (FileTrace) -> Bool) { left.removeAll(where: isOut) }

    /// The places of the files that are alone with their keys, of those that count.
    static func unique<Key: Hashable>(
        _ files: [FileTrace], by key: (FileTrace) -> Key?,
        where counts: (FileTrace) -> Bool = { _ in true }
    ) -> [Key: Int] {
        var found: [Key: Int?] = [:]
        for (place, file) in files.enumerated() where counts(file) {
            guard let key = key(file) else { continue }
            if found.updateValue(place, forKey: key) != nil { found[key] = .some(nil) }
        }
        return found.compactMapValues(\.self)
    }
}
