import ArgumentParser
import Catalog
import Files
import Foundation
import MediaModel

struct ExportUserData: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export-user-data",
        abstract: "Export the data of all users to a JSON file.",
        discussion: """
            This includes ratings, stars, counts, plays, bookmarks, playlists, queues, shares, radio stations, podcast \
            addresses, and the dates when items were added, but no passwords. Each item is written with its path, tags and audio \
            signature, so that import-user-data finds it in another library even if its file was moved.

              phonolith export-user-data my-ratings.json
            """)
    @Argument(help: "File to write; - for standard output.") var file: PathArgument
    @OptionGroup var library: LibraryOptions

    func run() throws {
        let catalog = try library.open(for: .reading)
        if file.isStandardOutput {
            return try UserDataFile.text(catalog.userData.export()).withUnsafeBytes {
                try StandardOutput.write($0)
            }
        }
        try ProtectedFiles(library: catalog.path, opened: catalog).check(file.path)
        // An older export is replaced, and nothing else that happens to have this name.
        if file.path.status?.isRegularFile == true { _ = try UserDataFile.read(file) }
        try UserDataFile.write(catalog.userData.export(), to: file)
    }
}

struct ImportUserData: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import-user-data",
        abstract: "Import the data of all users from a JSON file.",
        discussion: """
            Missing users are added. A file in the older format, with the data of one user, is imported for the owner, or for \
            --user NAME. Items are matched by the end of their paths, by MusicBrainz ID, by audio signature or by tags. Existing \
            data is kept: the higher count, the later play date and the earlier date added win. The file is not changed. Items \
            that are not found are reported; import the file again after scanning them.

              phonolith import-user-data my-ratings.json
            """)
    @Argument(help: "File to read.") var file: PathArgument
    @OptionGroup var library: LibraryOptions

    func run() throws {
        let data = try UserDataFile.read(file)
        let result = try library.open(for: .writing).userData.importData(data)
        for item in result.unmatched {
            Terminal.tell(
                "\(item.path.withoutControls): not found in the library; its data stays in \(file)")
        }
        try StandardOutput.writeLine(
            "\(result.matched.counted("item", "items")) found, \(result.unmatched.count) not found")
        if result.playlists > 0 {
            try StandardOutput.writeLine(
                "\(result.playlists.counted("playlist", "playlists")), \(result.unresolvedEntries.counted("entry", "entries")) not found"
            )
        }
        let impossible = data.impossibleValues
        for line in impossible { Terminal.tell(line.oneLine) }
        for root in result.unknownRoots {
            Terminal.tell(
                "\(root.withoutControls): is not a root of the library and was not closed; scan it, and import again"
            )
        }
        if !result.unmatched.isEmpty || result.unresolvedEntries > 0
            || !result.unknownRoots.isEmpty || !impossible.isEmpty
        {
            throw ExitCode.problems
        }
    }
}

/// User data as a file: one item a line, so that two of them can be compared.
private enum UserDataFile {
    static func read(_ name: PathArgument) throws -> UserData {
        let bytes: Data
        do {
            // A pipe is read, too.
            bytes = Data(try name.path.allBytesToTheEnd())
        } catch {
            throw Failure("\(name): cannot be read: \(error); check the path and its permissions")
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
            throw Failure("\(name): \(error)")
        } catch {
            throw Failure("\(name): \(flaw(of: bytes))")
        }
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

    static func write(_ data: UserData, to name: PathArgument) throws {
        let text = try text(data)
        do throws(WholeFile.Failure) {
            try WholeFile.write(text, to: name.path)
        } catch {
            throw Failure("\(name): cannot be written: \(error); \(error.remedy)")
        }
    }

    static func text(_ data: UserData) throws -> Data {
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
}
