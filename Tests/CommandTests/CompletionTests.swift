import Foundation
import PhonolithTestSupport
import Testing

@Suite("phonolith completions") struct CompletionTests {
    private let tool: CommandLineTool

    init() async throws {
        tool = try CommandLineTool()
        try tool.add("full/full.flac", as: "1.flac")
        try await tool.scan(tool.music.path)
    }

    @Test("prints a script for each shell", arguments: ["bash", "zsh", "fish"])
    func script(shell: String) throws {
        let result = try tool.run("completions", shell)
        #expect(result.code == 0)
        #expect(result.text.contains("phonolith") && result.text.contains("thumbnails"))
        #expect(try tool.run("completions", "cmd").code == 64)
    }

    @Test("is a script that bash can read")
    func syntax() throws {
        let script = tool.folder.appendingPathComponent("completions.bash")
        try Data(try tool.run("completions", "bash").text.utf8).write(to: script)
        let bash = try Program(["bash", "-n", script.path])
        bash.waitUntilExit()
        #expect(bash.terminationStatus == 0)
    }

    @Test("offers the names of the library that begin with what was typed")
    func names() throws {
        let artist = try #require(
            try tool.run("artists", "--format", "jsonl").objects().first?["title"] as? String)
        let library = tool.library.path
        // As the script of a shell asks: the option, the place of the word and of the cursor in it, and the words.
        func offered(_ typed: String) throws -> [String] {
            let result = try tool.run(
                "---completion", "songs", "--", "--artist", "5", "\(typed.count)", "phonolith",
                "--library", library, "songs", "--artist", typed)
            #expect(result.code == 0, "\(result.problems)")
            return result.text.split(separator: "\n").map(String.init)
        }
        #expect(try offered(String(artist.prefix(2))).contains(artist))
        #expect(try offered("zzz").isEmpty)
    }
}
