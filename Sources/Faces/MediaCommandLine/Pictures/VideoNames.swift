import Glibc
import PhonolithCommandLineInterface
import PhonolithFiles
import PhonolithMediaModel
import PhonolithScanning
import PhonolithStore
import SystemPackage

/// The videos that a user names: files, folders, and ids of the library.
struct VideoNames {
    private(set) var videos: [MediaPath] = []
    /// Problems reported next to the results.
    private(set) var problems: [String] = []

    /// Blocks its thread.
    ///
    /// - Parameters:
    ///   - names: As they were typed.
    ///   - library: Must be there only for what is an id and no file.
    /// - Throws: ``Failure`` for a name that is nothing, or is closed to the user.
    init(_ names: [String], library: LibraryOptions) throws {
        for name in names { try add(name, library) }
        // Whether a picture may be written without it is decided, and reported, when it is written.
        let catalog = try library.openIfUsable(for: .reading)
        for video in videos where !video.isWebAddress {
            try catalog?.checkThatOpen(video.resolutions.first ?? video.absolute, named: "\(video)")
        }
    }

    private mutating func add(_ name: String, _ library: LibraryOptions) throws {
        let path = MediaPath(argument: name)
        guard let status = path.status else {
            let code = errno
            if path.isWebAddress {
                videos.append(path)
                return
            }
            let remedy = "download it first"
            if let failure = Failure(ifNoFile: name, remedy: remedy) { throw failure }
            guard code == ENOENT, Int64(name) != nil else {
                let remedy = Errno(rawValue: code).remedy(at: path)
                throw Failure(
                    "\(name): cannot be read: \(String(cString: strerror(code))); \(remedy)")
            }
            videos += try library.open(for: .reading).items(named: name).map(\.location.path)
            return
        }
        guard status.isFolder else {
            if let reason = path.refusalToRead { throw Failure("\(name): \(reason)") }
            videos.append(path.isWebAddress ? path.absolute : path)
            return
        }
        let folder = VideoFolder(walking: path)
        for (path, reason) in folder.problems.sorted(by: { $0.key < $1.key }) {
            problems.append("\(path): \(reason)")
        }
        guard !folder.videos.isEmpty || !folder.problems.isEmpty else {
            throw Failure("\(name): contains no video")
        }
        videos += folder.videos
    }
}
