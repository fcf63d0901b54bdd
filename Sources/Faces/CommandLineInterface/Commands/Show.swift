package import ArgumentParser
package import PhonolithMediaModel
import PhonolithQueries
import PhonolithStore
import PhonolithUsers

package struct Show: ParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show everything known about an item.",
        discussion: """
            --explain reads the file again and shows for each property which tag its value comes from, which other tags were \
            ignored, why artists were split, and how its tracks form one album. A file need not be in the library.

              phonolith show 42
              phonolith show ~/Downloads/song.mp3
              phonolith show 42 --lyrics
              phonolith show --explain ~/Music/Homogenic/02.flac
            """)
    @OptionGroup package var options: ShowOptions

    package init() {}

    package func run() throws {
        // Files are opened by another program.
        if try options.library.file(named: options.item) != nil {
            try MediaProgram.takeOver(for: Array(CommandLine.arguments.dropFirst()))
        }
        try options.show()
    }
}

/// The arguments of `show`, shared by the command that shows the library's values, and the one that also reads the file.
package struct ShowOptions: ParsableArguments {
    @Argument(help: "The item's id, or the path of its file.", completion: .file())
    package var item: String
    @Flag(help: "Show where each value comes from.") package var explain = false
    @Flag(help: "Show the lyrics, with times if they have any.") package var lyrics =
        false
    @OptionGroup package var output: OutputOptions
    @OptionGroup package var library: LibraryOptions

    package init() {}

    /// Prints what the library knows of the item.
    package func show() throws {
        let items = try library.open(for: .reading).items(named: item)
        if lyrics { return try items.forEach { try showLyrics(of: $0.facts) } }
        if output.isForPeople {
            for item in items { try showFields(of: Record(item)) }
        } else {
            var writer = try output.writer(
                columns: [], fields: MediaProperty.listed.map(\.rawValue))
            for item in items { try writer.write(item) }
            try writer.finish()
        }
    }

    /// Prints what a file says that is in no library.
    package func show(_ record: Record) throws {
        if output.isForPeople { return try showFields(of: record) }
        var writer = try output.writer(
            columns: [], fields: MediaProperty.listed.map(\.rawValue))
        try writer.write(record)
        try writer.finish()
    }

    package func validate() throws {
        if lyrics, explain {
            throw ValidationError("--lyrics and --explain exclude each other; use one")
        }
    }

    /// Line by line; several languages one after the other.
    package func showLyrics(of facts: MediaFacts) throws {
        let texts =
            facts.timedLyrics.isEmpty ? [facts.lyrics].compactMap(\.self) : facts.timedLyrics
        guard !texts.isEmpty else {
            throw Failure(
                "\(self.item): no lyrics, neither in the file nor in an .lrc or .ttml file next to it"
            )
        }
        let lyrics = texts.map { SongLyrics($0) }
        if !output.isForPeople { return try showRecords(of: lyrics) }
        for (index, lyrics) in lyrics.enumerated() {
            if index > 0 { try StandardOutput.writeLine("") }
            if let language = lyrics.language, texts.count > 1 {
                try StandardOutput.writeLine("[\(language.withoutControls)]")
            }
            for line in lyrics.lines {
                let time = lyrics.time(of: line).map { Double($0 / 1000).clockText }
                let column = time.map {
                    String(repeating: " ", count: max(0, 7 - $0.count)) + $0 + "  "
                }
                try StandardOutput.writeLine((column ?? "") + line.text.withoutControls)
            }
        }
    }

    private func showRecords(of lyrics: [SongLyrics]) throws {
        var writer = try output.writer(columns: [], fields: ["language", "time", "text"])
        for lyrics in lyrics {
            for line in lyrics.lines {
                try writer.write(
                    Record([
                        ("language", lyrics.language.map { .text($0) }),
                        ("time", lyrics.time(of: line).map { .number(Double($0) / 1000) }),
                        ("text", .text(line.text)),
                    ]))
            }
        }
        try writer.finish()
    }

    private func showFields(of record: Record) throws {
        var writer = try output.writer(
            columns: [
                TableColumn("Property", field: "name", minimum: 12),
                TableColumn("Value", field: "value", minimum: 20),
            ], fields: [], isFitted: false, isOfPairs: true)
        for (name, value) in record.fields {
            for (number, line) in value.tableLines.enumerated() {
                let name = number == 0 ? MediaValue.text(name) : nil
                try writer.write(Record([("name", name), ("value", .text(line))]))
            }
        }
        try writer.finish()
    }
}
