import PhonolithMediaModel

/// A walk that continues while others look at what it met. It stays in one place: all that it remembers, each folder that it was
/// in, would else be copied for each of its steps.
actor WalkAhead {
    private var walk: FolderWalk

    init(_ walk: FolderWalk) { self.walk = walk }

    /// Folders that could not be listed so far, with the reason.
    var unlistable: [MediaPath: String] { walk.unlistable }

    /// The next folders, a number at most; empty when all are walked. Blocks its thread.
    func next(_ count: Int) -> [FolderListing] {
        var folders: [FolderListing] = []
        while folders.count < count, let folder = walk.next() { folders.append(folder) }
        return folders
    }
}
