import ArgumentParser
import FoundationEssentials
import PhonolithFiles
import PhonolithImporting
import PhonolithMediaModel
import PhonolithQueries
import PhonolithStore
import PhonolithUsers

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
        if !file.path.isWrittenAsItComes, file.path.status?.isRegularFile == true {
            do {
                _ = try UserDataFile.read(file.path)
            } catch let error as ImportingError {
                throw Failure("\(file): is not overwritten: it \(error.reason)")
            }
        }
        try UserDataFile.write(catalog.userData.export(), to: file.path)
    }
}

struct ImportUserData: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import-user-data",
        abstract: "Import the data of all users from a JSON file.",
        discussion: """
            Missing users are added. A file in the older format, with the data of one user, is imported for the owner, or for \
            --user NAME. Items are matched by audio signature, by MusicBrainz ID, by tags and length, and by path or its end if \
            nothing else contradicts. Existing data is kept: the higher count, the later play date and the earlier date added win. The file is not changed. Items \
            that are not found are reported; import the file again after scanning them.

              phonolith import-user-data my-ratings.json
            """)
    @Argument(help: "File to read.") var file: PathArgument
    @OptionGroup var library: LibraryOptions

    func run() throws {
        let data = try UserDataFile.read(file.path)
        let result = try library.open(for: .writing).userData.importData(data)
        for item in result.unmatched {
            let reason =
                result.occupiedPaths.contains(item.path)
                ? "another song has this path now" : "not found in the library"
            Terminal.tell("\(item.path.withoutControls): \(reason); its data stays in \(file)")
        }
        try StandardOutput.writeLine(
            "\(result.matched.counted("item", "items")) found, \(result.unmatched.count) not found")
        if result.playlists > 0 {
            try StandardOutput.writeLine(
                "\(result.playlists.counted("playlist", "playlists")), \(result.unresolvedEntries.counted("entry", "entries")) not found"
            )
        }
        let impossible = data.impossibleValues + result.impossibleBookmarks
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
