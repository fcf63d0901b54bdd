import FoundationEssentials
import PhonolithFiles
package import PhonolithMediaModel
package import PhonolithPlaylists
import PhonolithStore

/// Where the files of another program are now.
package struct ForeignPlaces: Sendable {
    private let prefixes: [PathPrefix]
    private let roots: [MediaPath]

    /// - Parameters:
    ///   - prefixes: Replacements of the beginnings of paths; the first that fits counts.
    ///   - roots: Where relative paths may begin.
    package init(prefixes: [PathPrefix], roots: [LibraryRoot]) {
        self.prefixes = prefixes
        self.roots = roots.map(\.path)
    }

    /// The path of a file.
    package func path(_ path: MediaPath) -> MediaPath {
        let file = place(path)
        return file.pathExtension == "cue" ? Self.image(of: file) ?? file : file
    }

    /// The file of the name of a cue sheet, which the sheet most likely speaks of; `nil` if there is none, or several.
    private static func image(of sheet: MediaPath) -> MediaPath? {
        let folder = sheet.parent.description
        // A folder that cannot be listed has no such file.
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let images = names.map { MediaPath($0) }.filter {
            $0.stem == sheet.stem && MediaFormat(extension: $0.pathExtension)?.isVideo == false
        }
        return images.count == 1 ? sheet.parent.appending(images[0]) : nil
    }

    private func place(_ path: MediaPath) -> MediaPath {
        for prefix in prefixes {
            if let replaced = prefix.replaced(in: path) { return replaced }
        }
        guard !path.isAbsolute else { return path }
        return roots.lazy.map { $0.appending(path) }.first { $0.status != nil } ?? path
    }
}

/// The address of a file on a network disk, as players have it that open such disks themselves: `smb://nas/music/a.mp3`.
enum NetworkPlace {
    /// Kinds of disks; other addresses lead to no file of a collection.
    private static let schemes = ["smb", "nfs", "afp", "sftp", "ftp", "ftps", "dav", "davs"]

    /// The address as a path, whose end is that of the file and whose beginning `--path-prefix` may name: without user,
    /// password and percent-encoding; `nil` for what is on no disk.
    static func path(_ text: String) -> MediaPath? {
        guard let colon = text.firstRange(of: "://") else { return nil }
        let scheme = text[..<colon.lowerBound].lowercased()
        let rest = text[colon.upperBound...]
        if scheme == "stack" {
            // A film in several files: user data belong to the first.
            return rest.split(separator: " , ").first.map(String.init).flatMap { first in
                path(first) ?? (first.hasPrefix("/") ? MediaPath(first) : nil)
            }
        }
        guard schemes.contains(scheme), let slash = rest.firstIndex(of: "/") else { return nil }
        let host = rest[..<slash].split(separator: "@").last ?? ""
        let bytes = Array(rest[slash...].utf8)
        let isEncoded = scheme.hasPrefix("dav")
        return MediaPath(
            bytes: Array("\(scheme)://\(host)".utf8)
                + (isEncoded ? PercentEncoding.decoded(bytes) : bytes))
    }
}
