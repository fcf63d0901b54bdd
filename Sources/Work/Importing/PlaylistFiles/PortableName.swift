import PhonolithMediaModel
import PhonolithPlaylists

/// Names that FAT, exFAT and Windows take, and that players find in a list.
package enum PortableName {
    /// In bytes of UTF-8, and so in any other unit: no file system takes longer names.
    private static let greatestLength = 255

    /// The name without what FAT and exFAT refuse: control characters, `"*/:<>?\|`, dots and spaces at the end, and
    /// bytes that are not UTF-8. Leading spaces are removed, too, as players do; device names of Windows
    /// (`con`, `lpt1.mp3`) and names with a leading dot, which hides files, get the prefix `_`.
    package static func of(_ name: [UInt8]) -> String {
        let refused: Set<Unicode.Scalar> = ["\"", "*", "/", ":", "<", ">", "?", "\\", "|"]
        var scalars = String.UnicodeScalarView()
        for scalar in PlaylistText.text(name).unicodeScalars {
            let isRefused = scalar.value < 0x20 || scalar.value == 0x7F || refused.contains(scalar)
            scalars.append(isRefused ? "_" : scalar)
        }
        var portable = String(scalars).drop { $0 == " " }
        while let last = portable.last, last == "." || last == " " { portable.removeLast() }
        if portable.isEmpty { return "_" }
        let needsSign = portable.first == "." || isDevice(portable)
        return fitted((needsSign ? "_" : "") + portable)
    }

    /// The name with a number after its stem: `a (2).mp3`.
    package static func numbered(_ name: String, _ number: Int) -> String {
        let (stem, suffix) = parts(of: name)
        return fitted("\(stem) (\(number))\(suffix)", keeping: " (\(number))\(suffix)")
    }

    /// Whether Windows takes the name for a device, whatever its extension.
    private static func isDevice(_ name: Substring) -> Bool {
        let stem = name.prefix { $0 != "." }.lowercased().filter { $0 != " " }
        if ["con", "prn", "aux", "nul", "conin$", "conout$"].contains(stem) { return true }
        let isPort = stem.hasPrefix("com") || stem.hasPrefix("lpt")
        return isPort && stem.count == 4 && "0123456789\u{B9}\u{B2}\u{B3}".contains(stem.suffix(1))
    }

    private static func parts(of name: String) -> (stem: String, suffix: String) {
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex,
            name[dot...].utf8.count <= 16
        else { return (name, "") }
        return (String(name[..<dot]), String(name[dot...]))
    }

    /// The name, its stem cut to what file systems take.
    ///
    /// - Parameter end: The end that must stay; `nil` for the extension.
    private static func fitted(_ name: String, keeping end: String? = nil) -> String {
        guard name.utf8.count > greatestLength else { return name }
        let end = end ?? parts(of: name).suffix
        var stem = name.dropLast(end.count)
        while !stem.isEmpty, stem.utf8.count + end.utf8.count > greatestLength {
            stem.removeLast()
        }
        while stem.last == " " { stem.removeLast() }
        return stem + end
    }
}

/// Names for the list of a playlist file.
struct PlaylistNames: Hashable {
    /// The file's title, or its name; the folder's name where the file's own says nothing.
    var name: String
    /// Names for it if there is such a list already, the best first.
    var others: [String]

    /// Names that programs give to the list of any folder.
    private static let meaningless: Set<String> = [
        "playlist", "playlists", "index", "tracklist", "untitled",
    ]

    /// - Parameters:
    ///   - title: The list's title in the file.
    ///   - file: Its absolute path.
    init(title: String?, file: MediaPath) {
        let title = title?.asName
        let stem = file.nameWithoutExtension.asName
        let folder = file.parent.lastComponent.description.asName
        let above = file.parent.parent.lastComponent.description.asName
        let isMeaningless = Self.meaningless.contains((title ?? stem).folded)
        name = isMeaningless && !folder.isEmpty ? folder : title ?? stem
        let place = isMeaningless ? above : folder
        others = place.isEmpty || place == name ? [] : ["\(name) (\(place))"]
    }
}

extension MediaPath {
    /// The file's name without its extension, as text.
    fileprivate var nameWithoutExtension: String {
        let name = lastComponent
        let length = pathExtension.utf8.count
        guard length > 0 else { return name.description }
        return MediaPath(bytes: Array(name.bytes.dropLast(length + 1))).description
    }
}
