import PhonolithMediaModel

/// The header that makes a browser save a file (RFC 6266).
package enum Attachment {
    /// - Parameter name: The file's name, cut if it is too long for one; programs that know only the old parameter get it in
    ///   ASCII.
    package static func header(_ name: String) -> String {
        let name = name.cutToFileName(keepingExtension: true)
        let plain = name.unicodeScalars.map { scalar in
            scalar.isASCII && scalar.value >= 0x20 && scalar != "\"" && scalar != "\\"
                && scalar != "%" && scalar.value != 0x7F ? String(scalar) : "_"
        }.joined()
        return "attachment; filename=\"\(plain)\"; filename*=UTF-8''\(PercentEncoding.value(name))"
    }
}

extension String {
    /// The name of a file or folder, with at most as many bytes as file systems take (`NAME_MAX`).
    ///
    /// - Parameter keepingExtension: Whether it is cut before the extension.
    func cutToFileName(keepingExtension: Bool) -> String {
        let most = 255
        if utf8.count <= most { return self }
        var end: Substring = ""
        if keepingExtension, let dot = lastIndex(of: "."), self[dot...].utf8.count <= 16 {
            end = self[dot...]
        }
        let start = beginning(most - end.utf8.count, of: map { String($0) })
        // A letter may have any number of marks.
        return
            (start.isEmpty
            ? beginning(most - end.utf8.count, of: unicodeScalars.map { String($0) }) : start)
            + end
    }

    /// As many of the parts from the first as have a number of bytes together.
    private func beginning(_ most: Int, of parts: [String]) -> String {
        var (beginning, room) = (String(), most)
        for part in parts {
            room -= part.utf8.count
            if room < 0 { break }
            beginning += part
        }
        return beginning
    }
}
