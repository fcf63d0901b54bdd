package import FoundationEssentials
import PhonolithFiles
package import PhonolithMediaModel
import PhonolithStore
package import PhonolithUsers

/// User data as a file: one item a line, so that two of them can be compared.
package enum UserDataFile {
    /// The data in a file, or in a pipe.
    ///
    /// - Throws: ``ImportingError`` with what is wrong with it.
    package static func read(_ path: MediaPath) throws -> UserData {
        let bytes: Data
        do {
            bytes = Data(try path.allBytesToTheEnd())
        } catch {
            throw ImportingError(
                path, "cannot be read: \(error); \(error.remedy(at: path))")
        }
        do {
            let head = try JSONDecoder().decode(Head.self, from: bytes)
            var data = UserData()
            (data.format, data.version) = (head.format, head.version)
            try data.validate()
            let decoder = JSONDecoder()
            // The strategy `iso8601` also takes hour 99, as a later day.
            decoder.dateDecodingStrategy = .custom { decoder in
                let text = try decoder.singleValueContainer().decode(String.self)
                guard let date = Date(iso8601: text) else { throw UserDataError.wrongDate(text) }
                return date
            }
            return try decoder.decode(UserData.self, from: bytes)
        } catch let error as UserDataError {
            throw ImportingError(path, "\(error)")
        } catch {
            throw ImportingError(path, "\(flaw(of: bytes))")
        }
    }

    /// Replaces the file once the data is complete.
    ///
    /// - Throws: ``ImportingError`` where it cannot be written.
    package static func write(_ data: UserData, to path: MediaPath) throws {
        let text = try text(data)
        do throws(WholeFile.Failure) {
            try WholeFile.write(text, to: path)
        } catch {
            throw ImportingError(path, "cannot be written: \(error); \(error.remedy)")
        }
    }

    /// The content of a file.
    package static func text(_ data: UserData) throws -> Data {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        var text = Data(#"{"format":"\#(data.format)","version":\#(data.version),"items":["#.utf8)
        for (index, item) in data.items.enumerated() {
            text += Data((index == 0 ? "\n" : ",\n").utf8)
            text += try encoder.encode(item)
        }
        text += Data("\n],\"users\":[".utf8)
        for (index, user) in data.users.enumerated() {
            text += Data((index == 0 ? "\n" : ",\n").utf8)
            text += try encoder.encode(user)
        }
        text += Data("\n]".utf8)
        if let stations = data.radioStations {
            text += Data(",\"radioStations\":".utf8) + (try encoder.encode(stations))
        }
        if let feeds = data.podcastFeeds {
            text += Data(",\"podcastFeeds\":".utf8) + (try encoder.encode(feeds))
        }
        text += Data("}\n".utf8)
        return text
    }

    /// Why bytes are no user data.
    private static func flaw(of bytes: Data) -> UserDataError {
        if bytes.starts(with: "SQLite format 3\0".utf8) { return .database }
        let start = String(decoding: bytes.prefix(200), as: UTF8.self).filter { !$0.isWhitespace }
        return start.hasPrefix(#"{"format":"\#(UserData.format)""#) ? .damaged : .otherFormat
    }

    /// The properties of every version.
    private struct Head: Decodable {
        var format: String
        var version: Int
    }
}
