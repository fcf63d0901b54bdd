package import PhonolithMediaModel
package import PhonolithStore

/// The content of one transaction of a scan.
package struct ScanBatch: Sendable {
    package var files: [ScannedFile] = []
    /// Folders whose pictures are others than were known.
    package var folderPictures: [PicturesOfFolder] = []
    /// Rows of files that were gone and are back as they were.
    package var returned: [Int64] = []
    /// Rows of files that are as they were, in other inodes: restored from a backup, or on a file system
    /// that numbers its files again whenever it is mounted.
    package var relocated: [Int64: FileStamp] = [:]
    /// The bytes of the pictures, where those of neighbours, which show the same, count once.
    package private(set) var pictureBytes = 0

    /// The pictures of one folder, in order.
    package struct PicturesOfFolder: Sendable {
        // Below the root.
        package var path: MediaPath
        package var pictures: [FolderPicture]

        /// Joins a folder and its pictures.
        package init(path: MediaPath, pictures: [FolderPicture]) {
            self.path = path
            self.pictures = pictures
        }
    }

    package init() {}

    /// Whether there is nothing to write.
    package var isEmpty: Bool {
        files.isEmpty && folderPictures.isEmpty && returned.isEmpty && relocated.isEmpty
    }

    /// Adds files that were read.
    package mutating func append(_ new: [ScannedFile]) {
        for file in new {
            let neighbour = files.last?.pictures.first?.artwork
            for picture in file.pictures where picture.artwork != neighbour {
                pictureBytes += picture.bytes.count
            }
            files.append(file)
        }
    }

    /// Puts the files in the order of folders and names, numbers by their values: in this order their items get ids, by
    /// which items without numbers are listed.
    mutating func sort() {
        var keys: [MediaPath: String] = [:]
        for file in files where keys[file.folder] == nil {
            keys[file.folder] = SortKeyMaker.key(for: file.folder)
        }
        files.sort { (keys[$0.folder] ?? "", $0.nameKey) < (keys[$1.folder] ?? "", $1.nameKey) }
    }

    /// The rows of files that the library knows.
    var knownFiles: [Int64] { files.compactMap(\.knownID) + returned }

    /// Takes a file whose tags have a name that the database cannot index for one that cannot be read.
    ///
    /// - Returns: Its path below the root, and why; `nil` if there was no such file.
    mutating func refuseLongNames() -> (path: MediaPath, reason: String)? {
        guard let file = files.first, case .item = file.outcome else { return nil }
        let reason = "has a name in its tags that is too long for the library's database"
        files[0].outcome = .unreadable(reason)
        files[0].tracks = []
        return (file.folder.appending(file.name), reason)
    }

    /// Two batches that hold the same; `nil` for a batch of one file or none.
    var halves: (ScanBatch, ScanBatch)? {
        guard files.count > 1 else { return nil }
        var (first, second) = (self, ScanBatch())
        first.files.removeLast(files.count / 2)
        first.folderPictures = []
        second.append(Array(files.suffix(files.count / 2)))
        second.folderPictures = folderPictures
        return (first, second)
    }
}

extension ScanBatch {
    /// Files that are written together: each transaction writes most pages of every index, so a large one costs less. On a
    /// server, what users change waits for it.
    package static func mostFiles(in catalog: Catalog) -> Int { catalog.isOnServer ? 500 : 4000 }

    /// Whether the batch is full and should be written; pictures are bounded, because they are the most of the memory.
    package func isFull(with mostFiles: Int) -> Bool {
        files.count >= mostFiles || pictureBytes >= 8 << 20
    }
}
