import ArgumentParser
import PhonolithImporting
import PhonolithMediaModel
import PhonolithPlaylists
import PhonolithQueries
import PhonolithScans
import PhonolithStore
import PhonolithUsers

struct ImportFrom: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import-from",
        abstract: "Import ratings, counts, dates, favourites and playlists from another program.",
        discussion: """
            Scan the music first. Tracks are matched by MusicBrainz ID, by tags and length, and by path or its end if nothing \
            else contradicts; tracks without a file, such as those of a subscription, by their tags. Existing data is kept: a rating in the library wins, and the higher count, the later play date and the earlier date added \
            are used. Importing again changes nothing. The files of the other program are only read.

              phonolith import-from itunes ~/Music/Library.xml --dry-run
              phonolith import-from rhythmbox ~/.local/share/rhythmbox
              phonolith import-from strawberry ~/.local/share/strawberry
              phonolith import-from navidrome /var/lib/navidrome --from-user me
              phonolith import-from beets library.db --path-prefix /mnt/music=/srv/music
            """)
    @Argument(help: ArgumentHelp("The program: \(ProgramArgument.names).", valueName: "program"))
    var program: ProgramArgument
    @Argument(help: "Files of the program, or folders that contain them.") var paths: [PathArgument]
    @Flag(help: "Only show what would be imported.") var dryRun = false
    @Option(help: "User whose data to import, if the program has several.")
    var fromUser: String?
    @OptionGroup var prefixes: PathPrefixOptions
    @Flag(help: "Print the result as one JSON object.") var json = false
    @OptionGroup var library: LibraryOptions

    func validate() throws {
        if fromUser != nil, program.value != .navidrome {
            throw ValidationError("--from-user is for navidrome; other programs have one user")
        }
    }

    func run() throws {
        let foreign = try program.value.library(in: paths.map(\.path), ofUser: fromUser)
        let catalog = try library.open(for: .writing)
        let places = ForeignPlaces(prefixes: prefixes.prefixes, roots: try catalog.roots.allOpen())
        let result = try catalog.userData.importData(
            foreign.userData(placing: places.path), keepingOwn: true, isRehearsal: dryRun)
        for remark in foreign.remarks + result.impossibleBookmarks { Terminal.tell(remark.oneLine) }
        for prefix in foreign.unused(prefixes.prefixes) {
            let example =
                foreign.tracks.lazy.compactMap(\.location).first.map { ", for example \($0)" } ?? ""
            Terminal.tell(
                "--path-prefix \(prefix.old): no path begins with it; use the beginning of the program's paths\(example)"
                    .oneLine)
        }
        if json {
            try StandardOutput.writeLine(result.json)
        } else {
            try show(result, of: foreign)
        }
        if !result.unmatched.isEmpty || result.unresolvedEntries > 0 { throw ExitCode.problems }
    }

    private func show(_ result: UserDataStore.Import, of foreign: ForeignLibrary) throws {
        for item in result.unmatched where !item.path.isEmpty {
            Terminal.tell("\(item.path.withoutControls): \(result.reason(item))")
        }
        let away = foreign.countWithoutFile
        if away > 0 {
            let lost = result.unmatched.count(where: \.path.isEmpty)
            Terminal.tell(
                """
                \(away.counted("track", "tracks")) without a file (of the cloud, a subscription or a station): \
                looked up by their tags, \(lost) with values not found; playlists keep their entries as text
                """)
        }
        if result.unresolvedEntries > 0 {
            Terminal.tell(
                "not in the library: \(result.unresolvedEntries.counted("playlist entry", "playlist entries")); the positions are kept, and later scans look for them again"
            )
        }
        try StandardOutput.writeLine(
            """
            \(dryRun ? "would import: " : "")\(result.matched.counted("track", "tracks")) found, \
            \(result.changed) changed, \(result.unmatched.count) not found, \
            \(result.playlists.counted("playlist", "playlists"))
            """)
    }

    /// A program, as it is named on the command line.
    struct ProgramArgument: ExpressibleByArgument {
        let value: ForeignProgram

        init?(argument: String) {
            guard let value = ForeignProgram(rawValue: argument.lowercased()) else { return nil }
            self.value = value
        }

        static let allValueStrings = ForeignProgram.allCases.map(\.rawValue)
        static let names = allValueStrings.joined(separator: ", ")
        static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
    }
}

extension UserDataStore.Import {
    /// Why a track is not imported.
    func reason(_ item: UserData.Item) -> String {
        if item.path.isEmpty { return "no track in the library has these tags" }
        return occupiedPaths.contains(item.path)
            ? "the file with this path is another song now, and no other has the MusicBrainz ID or tags of this one"
            : "no track in the library has this path, MusicBrainz ID or tags; scan it, or use --path-prefix OLD=NEW"
    }

    fileprivate var json: String {
        let records = unmatched.map { item in
            Record([
                ("path", item.path.isEmpty ? nil : .text(item.path)),
                ("title", item.title.map { .text($0) }),
                ("artist", item.artist.map { .text($0) }), ("reason", .text(reason(item))),
            ]).json
        }
        return """
            {"matched":\(matched),"changed":\(changed),"playlists":\(playlists),\
            "unresolvedEntries":\(unresolvedEntries),"unmatched":[\(records.joined(separator: ","))]}
            """
    }
}
