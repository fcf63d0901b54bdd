import Foundation
import PhonolithMediaModel
import PhonolithTestSupport
import PhonolithWorker
import Testing

/// The pages, compared with the project, and with the behaviour of the command.
@Suite struct DocumentationTests {
    private let tool: CommandLineTool

    init() throws { tool = try CommandLineTool() }

    @Test(
        "the examples of a page run, in their order", .needsInstallation,
        arguments: [Page.readme, Page.usage])
    func examples(page: Page) async throws {
        try tool.makeWorldOfExamples()
        // A silent one: sound is tested elsewhere.
        let server = try await PulseServer()
        try server.control(
            "load-module", "module-null-sink", "sink_name=kitchen",
            "sink_properties='device.description=\"Kitchen Speakers\"'")
        for example in page.examples {
            let result = try tool.runInShell(
                example.command, environment: ["PULSE_SERVER": server.address])
            // Nothing plays here that could be controlled.
            let isIdle =
                example.command.hasPrefix("phonolith player ") && result.code == 2
                && result.problems.contains("nothing plays")
            #expect(
                (result.code == 0 || result.code == 1 || isIdle)
                    && !result.problems.contains("Error:"),
                "\(example): \(result.problems)")
        }
    }

    @Test("every command has an example", arguments: try Command.all.get())
    func everyCommand(command: Command) {
        let line = (["phonolith"] + command.words).joined(separator: " ")
        #expect(
            Page.examples.contains { $0.command == line || $0.command.hasPrefix(line + " ") }
                // A command that only holds others is shown by those.
                || !command.subcommands.isEmpty)
    }

    @Test("every option is in the page of usage", arguments: try Command.all.get())
    func everyOption(command: Command) {
        #expect(command.options.contains("--help"))
        #expect(command.options.subtracting(Page.optionsOfUsage) == [])
    }

    @Test(
        "examples in help are not wrapped, so that they can be copied",
        arguments: try Command.all.get()
    )
    func examplesInHelp(command: Command) {
        let wrapped = zip(command.help, command.help.dropFirst()).filter { line, next in
            // A line is broken before the first word that does not fit.
            let word = next.split(separator: " ").first ?? ""
            return line.hasPrefix("  phonolith ") && !line.hasSuffix("\\") && next.hasPrefix("  ")
                && !next.hasPrefix("  phonolith ") && line.count + 1 + word.count > 80
        }
        #expect(wrapped.map(\.0) == [])
    }

    @Test(
        "the help of every command has an example of it",
        arguments: try Command.all.get().filter { $0.words.count == 1 })
    func exampleInHelp(command: Command) {
        #expect(
            command.help.contains {
                $0.hasPrefix("  phonolith ")
                    && $0.split(separator: " ").contains(Substring(command.words[0]))
            })
    }

    @Test("every file that the page of architecture names is there")
    func files() throws {
        let names = Page.architecture.lines.joined(separator: "\n")
            .matches(of: /`([\w\/+.]+\.(?:swift|hpp|cpp|py|sql))`/).map { String($0.output.1) }
        #expect(names.count > 20)
        let files =
            try ["Package.swift"]
            + ["Sources", "Tests", "fixtures", "migrations"].flatMap { folder in
                try FileManager.default.subpathsOfDirectory(
                    atPath: Page.project.appendingPathComponent(folder).path
                ).map { folder + "/" + $0 }
            }
        #expect(names.filter { name in !files.contains { "/\($0)".hasSuffix("/" + name) } } == [])
    }

    @Test("every product and module that a page or an article names is a product of the package")
    func products() throws {
        func text(_ file: String) throws -> String {
            try String(contentsOf: Page.project.appendingPathComponent(file), encoding: .utf8)
        }
        let products = try text("Package.swift").matches(of: /\.library\(name: "(\w+)"/)
            .map { String($0.output.1) }
        #expect(products.count == 8)
        let files =
            try ["README.md", "CHANGELOG.md"]
            + ["docs", "Sources"].flatMap { folder in
                try FileManager.default.subpathsOfDirectory(
                    atPath: Page.project.appendingPathComponent(folder).path
                ).filter { $0.hasSuffix(".md") }.map { folder + "/" + $0 }
            }
        var named: [String] = []
        for file in files {
            // Product Name, module `Name`, and the products `Name`, `Name` and `Name`.
            let lists = try text(file).matches(
                of: /(?:[Pp]roducts?|[Mm]odules?):?\s+((?:`?[A-Z][a-z]\w+`?(?:,\s+|\s+and\s+)?)+)/)
            for list in lists {
                named += list.output.1.matches(of: /[A-Z]\w+/).map { "\(file): \($0.output)" }
            }
        }
        #expect(named.count > 10)
        #expect(named.filter { name in !products.contains { name.hasSuffix(": " + $0) } } == [])
    }

    @Test("every file that the README links to is there")
    func links() throws {
        let text = Page.readme.lines.joined(separator: "\n")
        let links = text.matches(of: /\]\(([^)#:]+)\)/).map { String($0.output.1) }
        #expect(links.count { $0.hasPrefix("Tests/") } >= 6)
        #expect(
            links.filter {
                !FileManager.default.fileExists(
                    atPath: Page.project.appendingPathComponent($0).path)
            } == [])
    }

    @Test(
        "every line of Swift in README and articles is one of a program in Examples, which is run")
    func swift() throws {
        let examples = try FileManager.default.subpathsOfDirectory(
            atPath: Page.project.appendingPathComponent("Examples").path
        ).filter { $0.hasSuffix(".swift") }.reduce(into: Set<String>()) { lines, file in
            let text = try String(
                contentsOf: Page.project.appendingPathComponent("Examples/" + file), encoding: .utf8
            )
            lines.formUnion(text.components(separatedBy: "\n").map(\.trimmed))
        }
        let sources = Page.project.appendingPathComponent("Sources")
        let articles = try FileManager.default.subpathsOfDirectory(atPath: sources.path)
            .filter { $0.contains(".docc/") && $0.hasSuffix(".md") }
            .map { try String(contentsOf: sources.appendingPathComponent($0), encoding: .utf8) }
        #expect(articles.count >= 7)
        let blocks = (articles + [Page.readme.lines.joined(separator: "\n")]).flatMap { page in
            page.matches(of: /(?s)```swift\n(.*?)```/).map { String($0.output.1) }
        }
        #expect(blocks.count >= 7)
        let shown = blocks.flatMap { $0.components(separatedBy: "\n").map(\.trimmed) }
        #expect(shown.filter { !$0.isEmpty && !examples.contains($0) } == [])
    }

    @Test("the changelogs begin with the version that the programs have")
    func version() throws {
        func lines(_ file: String) throws -> [String] {
            try String(contentsOf: Page.project.appendingPathComponent(file), encoding: .utf8)
                .components(separatedBy: "\n")
        }
        let version = ProgramVersion.current
        #expect(try tool.run("--version").lines.last?.hasSuffix(version) == true)
        let heading = try lines("CHANGELOG.md").first { $0.hasPrefix("## ") }
        #expect(heading?.hasPrefix("## \(version)") == true)
        #expect(try lines("debian/changelog").first?.contains("(\(version))") == true)
    }

    @Test("every test that the page of robustness names is there, and each of its faults names one")
    func tests() throws {
        let suites = try FileManager.default.subpathsOfDirectory(
            atPath: Page.project.appendingPathComponent("Tests").path
        ).filter { $0.hasSuffix("Tests.swift") }.reduce(into: Set<Substring>()) { suites, file in
            let text = try String(
                contentsOf: Page.project.appendingPathComponent("Tests/" + file), encoding: .utf8)
            suites.formUnion(text.matches(of: /(?:struct|class) (\w+Tests)\b/).map(\.output.1))
        }
        let faults = Page.robustness.lines.prefix { !$0.hasPrefix("## How a scan") }
            .filter { $0.hasPrefix("| ") && !$0.hasPrefix("| fault") }
        #expect(faults.count > 30)
        for fault in faults {
            let named = fault.matches(of: /\b\w+Tests\b/).map(\.output)
            #expect(!named.isEmpty && suites.isSuperset(of: named), "\(fault)")
        }
    }

    @Test("the keys of an item are those of the JSON, in their order")
    func itemKeys() throws {
        #expect(
            try Page.usage.keys(under: "## Keys of an item")
                == MediaProperty.listed.map(\.rawValue))
    }

    @Test("every key of MPMediaItem but those of stores is a property under the same name")
    func appleKeys() throws {
        let keys = try Page.comparison.keys(under: "### Items").filter { $0 != "MediaProperty" }
        #expect(Set(keys).count == 39)
        for key in Set(keys).subtracting(["IsCloudItem", "PlaybackStoreID", "IsPreorder"]) {
            let name = key.prefix(1).lowercased() + key.dropFirst()
            #expect(MediaProperty(rawValue: name) != nil, "\(name)")
        }
    }

    @Test("the keys of an album are those of the list")
    func albumKeys() throws {
        try tool.run("scan", tool.music.path)
        let header = try #require(try tool.run("albums", "--format", "csv").lines.first)
        #expect(
            try Page.usage.keys(under: "## Keys of a collection")
                == header.split(separator: ",").map(String.init))
    }

    @Test("the keys to sort by are those that --sort takes")
    func sortKeys() throws {
        let sortable = try tool.run("properties", "--format", "jsonl").objects()
            .filter { $0["isSortable"] as? Bool == true }
        #expect(
            try Page.usage.keys(under: "**Order.**", columns: 2).sorted()
                == sortable.compactMap { $0["name"] as? String }.sorted())
    }

    @Test("every condition of the page is one, and all comparisons are there")
    func conditions() throws {
        let conditions = try Page.usage.firstColumn(under: "| a condition |")
        let predicates = try conditions.map { try MediaPredicate(expression: $0) }
        let written = predicates.compactMap(\.expression).joined(separator: " ")
        for word in ["=", "!=", "<", "between", "in (", "contains", "begins", "is exactly"] {
            #expect(written.contains(" \(word)"), "\(word)")
        }
    }

    @Test("the mistake that the page shows is shown so")
    func mistake() throws {
        let start = try #require(
            Page.usage.lines.firstIndex { $0.hasPrefix("$ phonolith songs --where") })
        let shown = Page.usage.lines[(start + 1)...].prefix { $0 != "```" }
        let result = try tool.runInShell(String(Page.usage.lines[start].dropFirst(2)))
        #expect(result.problems == shown.joined(separator: "\n") + "\n")
        #expect(result.code == 64)
    }

    @Test("the keys of a picture's result are those it has, in their order")
    func thumbnailKeys() throws {
        try tool.add("films/closed-gop.mp4", as: "film.mp4")
        let film = tool.music.appendingPathComponent("film.mp4").path
        let output = tool.folder.path
        var keys: Set<String> = []
        for arguments in [["--at", "1,9"], ["--sprites"]] {
            let text = try tool.run(
                ["thumbnails", film, "--json", "--output", output] + arguments
            ).text
            keys.formUnion(text.matches(of: /"(\w+)":/).map { String($0.output.1) })
        }
        let documented = try Page.usage.keys(under: "With `--json` each time has one object")
        #expect(keys == Set(documented).subtracting(["videoBase64", "pathBase64", "trackBase64"]))
    }

    @Test("the keys of a scan's result are those it has, in their order")
    func scanKeys() throws {
        let json = try tool.run("scan", tool.music.path, "--json").text
        let keys = json.matches(of: /"(\w+)":/).map { String($0.output.1) }
        #expect(try Page.usage.keys(under: "With `--json` the result") == keys)
    }
}

extension CommandLineTool {
    /// Makes the files that the examples name, and a library of them.
    fileprivate func makeWorldOfExamples() throws {
        // All have pictures: which of them is item 1 depends on who was read first.
        for (fixture, name) in [
            ("full/full.mp3", "Homogenic/01.mp3"), ("full/full.flac", "Homogenic/02.flac"),
            ("full/full.ogg", "Vespertine/01.ogg"), ("full/full.m4b", "../Audiobooks/book.m4b"),
            ("films/closed-gop.mp4", "../Videos/film.mp4"),
            ("full/full.m4b", "../NewDisk/book.m4b"), ("sweep/1.flac", "../bell.flac"),
        ] {
            try add(fixture, as: name)
        }
        for (file, text) in [
            ("music/broken.mp3", "milk, eggs"), ("music/old.m3u", "Homogenic/01.mp3\n"),
            ("music/Library.xml", "<plist><dict><key>Tracks</key><dict/></dict></plist>"),
            ("music/rhythmdb.xml", "<rhythmdb></rhythmdb>"), ("password.txt", "open sesame\n"),
        ] {
            try Data(text.utf8).write(to: folder.appendingPathComponent(file))
        }
        try #require(try run("scan", music.path).code == 1)
        for step in [
            ["export-user-data", "my-ratings.json"], ["backup", "phonolith-backup.sqlite"],
            ["playlist", "create", "Road Trip", "--where", "mediaType = music"],
            ["user", "add", "Anna"], ["queue", "add", "music"], ["app-password", "add", "owner"],
        ] {
            let result = try run(step, in: folder)
            try #require(result.code == 0, "\(step): \(result.problems)")
        }
    }

    /// Runs a line as the user of the page would: `~` is the folder of the test.
    fileprivate func runInShell(
        _ line: String, environment more: [String: String] = [:]
    ) throws -> Result {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        let own = [
            "HOME": folder.path,
            "PATH": Self.executable.deletingLastPathComponent().path + ":" + path,
        ]
        let output = folder.appendingPathComponent("shell.out")
        let problems = folder.appendingPathComponent("shell.err")
        let shell = try Program(
            ["/bin/sh", "-c", line.replacing("~/Music", with: music.path)],
            environment: environment.merging(own) { $1 }.merging(more) { $1 }, directory: folder,
            output: .file(output), errors: .file(problems))
        shell.waitUntilExit()
        return Result(
            code: shell.terminationStatus, output: try Data(contentsOf: output),
            problems: try String(contentsOf: problems, encoding: .utf8))
    }
}

extension String {
    fileprivate var trimmed: String { trimmingCharacters(in: .whitespaces) }
}
