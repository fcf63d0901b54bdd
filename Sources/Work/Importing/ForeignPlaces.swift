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
            $0.stem == sheet.stem && imageExtensions.contains($0.pathExtension)
        }
        return images.count == 1 ? sheet.parent.appending(images[0]) : nil
    }

    private static let imageExtensions: Set<String> = [
        "flac", "wav", "ape", "wv", "tta", "mp3", "m4a", "ogg", "opus", "aiff", "aif",
    ]

    private func place(_ path: MediaPath) -> MediaPath {
        for prefix in prefixes {
            if let replaced = prefix.replaced(in: path) { return replaced }
        }
        guard !path.isAbsolute else { return path }
        return roots.lazy.map { $0.appending(path) }.first { $0.status != nil } ?? path
    }
}
