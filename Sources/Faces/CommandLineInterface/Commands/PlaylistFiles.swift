import ArgumentParser
import PhonolithImporting
import PhonolithMediaModel
import PhonolithPlaylists
import PhonolithQueries
import PhonolithScans
import PhonolithStore
import PhonolithUsers

// Playlists from and to files, and lists that are asked again each time.

extension PlaylistCommand {
    struct Import: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "import", abstract: "Import playlist files.",
            discussion: """
                Formats: M3U, M3U8, PLS, XSPF, JSPF, CUE, ASX, WPL, and NSP of Navidrome. Entries that are not in the library are \
                kept as text; later scans look for their files again.

                  phonolith playlist import ~/Music/old.m3u
                  phonolith playlist import old.m3u --path-prefix 'C:\\Music=/home/me/Music'
                """)
        @Argument(help: "Playlist files to import.") var files: [PathArgument]
        @Option(
            help: "Name of the playlist. (default: its title in the file, else the file's name)")
        var name: String?
        @Flag(
            help: """
                Replace a playlist with the same name, or one that you changed since it was imported.
                """)
        var replace = false
        @OptionGroup var prefixes: PathPrefixOptions
        @Flag(help: "Print a JSON object for each file.") var json = false
        @OptionGroup var library: LibraryOptions

        func validate() throws {
            if name != nil, files.count > 1 {
                throw ValidationError(
                    "--name works with one file only; import the files one by one")
            }
        }

        func run() throws {
            let catalog = try library.open(for: .writing)
            var options = PlaylistImporter.Options()
            options.prefixes = prefixes.prefixes
            options.isReplacing = replace
            options.name = name
            let importer = PlaylistImporter(catalog: catalog, options: options)
            var (hasProblems, imported) = (false, 0)
            var failure: (any Error)?
            for file in files {
                do {
                    let outcome = try importer.importFile(at: file.path)
                    imported += 1
                    try outcome.tell(asJSON: json)
                    hasProblems = hasProblems || outcome.hasProblems
                } catch  where error is PlaylistFileError || error is PlaylistEditError {
                    failure = error
                    if files.count > 1 {
                        let isEdit = error is PlaylistEditError
                        let prefix = isEdit ? "\(file): " : ""
                        Terminal.tell(
                            "phonolith: \((prefix + String(describing: error)).errorLine)")
                    }
                }
            }
            if let failure, imported == 0 {
                if files.count == 1 { throw failure }
                throw ExitCode.cannot
            }
            if hasProblems || failure != nil { throw ExitCode.problems }
        }
    }

    struct Export: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "export", abstract: "Export a playlist.",
            discussion: """
                The format is that of the file's extension, else m3u8. Paths are relative to the folder of the file, or to the \
                current folder on standard output.

                  phonolith playlist export "Road Trip" --output road.xspf
                  phonolith playlist export "Road Trip" --copy-to /media/stick
                """)
        @Argument(help: "Name or id of the playlist.") var name: String
        @Option(help: "Output file; - for standard output. (default: standard output)") var output:
            PathArgument?
        @Option(help: "m3u8, m3u, pls, xspf or jspf.") var format: PlaylistFormat?
        @OptionGroup var playlists: PlaylistOutputOptions
        @OptionGroup var library: LibraryOptions

        func validate() throws { _ = try chosen }

        private var chosen: PlaylistFormat {
            get throws {
                if let format { return format }
                guard let output, !output.isStandardOutput else { return .m3u8 }
                let known = PlaylistFormat(pathExtension: output.path.pathExtension)
                guard let known, PlaylistFormat.writable.contains(known) else {
                    throw ValidationError(
                        "'\(output)' has no known extension; add --format m3u8, m3u, pls, xspf or jspf"
                    )
                }
                return known
            }
        }

        func run() throws {
            let catalog = try library.open(for: .reading)
            let playlist = try catalog.playlists.playlist(named: name)
            let list = PlaylistSource(head: try catalog.playlists.head(of: playlist)) { body in
                try catalog.playlists.forEachDocumentEntry(of: playlist, body)
            }
            try playlists.write(
                list, as: chosen, called: playlist.name, to: output, from: catalog
            ) { file in
                // The file is complete even if the library cannot be written to.
                try? library.open(for: .writing).playlistFiles.noteExport(
                    of: playlist.persistentID, to: file)
            }
        }
    }

    struct Smart: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "smart",
            abstract: "Create a smart playlist, or change its rule.",
            discussion: """
                The playlist is evaluated each time it is read. In the expression, inPlaylist = "NAME" selects the items of another \
                playlist.

                  phonolith playlist smart Unheard --where 'playCount = 0' --limit 100
                  phonolith playlist smart "An hour" --where 'rating >= 4' --minutes 60
                """)
        @Argument(help: "Name of the playlist.") var name: String
        @OptionGroup var conditions: ExpressionOptions
        @OptionGroup var stretch: StretchOptions
        @Option(help: ArgumentHelp("Maximum total duration.", valueName: "minutes"))
        var minutes: Double?
        @Option(help: ArgumentHelp("Maximum total size of the files.", valueName: "bytes"))
        var bytes: Int?
        @OptionGroup var library: LibraryOptions

        func validate() throws {
            let limits = [stretch.limit != nil, minutes != nil, bytes != nil]
            if limits.count(where: \.self) > 1 {
                throw ValidationError("choose one of --limit, --minutes and --bytes")
            }
            if conditions.expressions.isEmpty {
                throw ValidationError(
                    "--where is missing: the rule of the playlist; --help has examples")
            }
            if let minutes, !(minutes > 0 && minutes.isFinite) {
                throw ValidationError("--minutes takes more than 0, not \(minutes)")
            }
            if let bytes, bytes < 1 {
                throw ValidationError("--bytes takes 1 or more, not \(bytes)")
            }
        }

        func run() throws {
            let predicates = try conditions.predicates
            let rule = SmartPlaylistRule(
                predicate: predicates.count == 1 ? predicates[0] : .all(predicates),
                order: try stretch.order, limit: limit)
            let catalog = try library.open(for: .writing)
            try conditions.check(with: catalog)
            let known = try catalog.playlists.all().first { $0.name.folded == name.folded }
            if let known {
                try catalog.playlists.setRule(rule, of: known.persistentID)
            } else {
                let made = try catalog.playlists.create(
                    PlaylistCreationMetadata(name: name), rule: rule)
                try StandardOutput.writeLine(made.persistentID.description)
            }
        }

        private var limit: SmartPlaylistRule.Limit? {
            stretch.limit.map { .items($0) } ?? minutes.map { .seconds($0 * 60) }
                ?? bytes.map { .bytes($0) }
        }
    }
}

extension PlaylistImporter.Outcome {
    var hasProblems: Bool {
        !problems.isEmpty || !result.unresolved.isEmpty || !result.ambiguous.isEmpty
    }

    /// Reports the result for a file.
    func tell(asJSON isJSON: Bool) throws {
        let file = path.description.withoutControls
        for problem in problems { Terminal.tell("\(file): \(problem.description.oneLine)") }
        for ambiguity in result.ambiguous {
            let ids = ambiguity.items.prefix(10).map(\.description).joined(separator: ", ")
            Terminal.tell(
                "\(file): entry \(ambiguity.position + 1): '\(name(ambiguity.position))' may be any of \(ids)"
            )
        }
        for position in result.unresolved {
            Terminal.tell(
                "\(file): entry \(position + 1): '\(name(position))' is not in the library")
        }
        if isJSON { return try StandardOutput.writeLine(record.json) }
        let missing = result.unresolved.count + result.ambiguous.count
        let rest = missing == 0 ? "" : ", \(missing) not found"
        try StandardOutput.writeLine(
            "\(result.playlist.persistentID) \(result.playlist.name): \(result.entryCount.counted("entry", "entries"))\(rest)"
        )
    }

    private func name(_ position: Int) -> String {
        let entry = entries[position].text
        return (entry.location?.description ?? entry.name).oneLine
    }

    private var record: Record {
        Record([
            ("path", .text(path.description)),
            ("playlist", .text(result.playlist.persistentID.description)),
            ("name", .text(result.playlist.name)), ("entries", .integer(result.entryCount)),
            ("unresolved", .integer(result.unresolved.count)),
            ("ambiguous", .integer(result.ambiguous.count)),
        ])
    }
}
