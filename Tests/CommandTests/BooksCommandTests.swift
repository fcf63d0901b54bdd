import Foundation
import PhonolithFixtures
import Testing

@Suite("phonolith books") struct BooksCommandTests {
    private let tool: CommandLineTool

    /// A book of two files, and one that is a file by itself.
    init() throws {
        tool = try CommandLineTool()
        try tool.add("full/full.mp3", as: "Mort/1.mp3")
        try tool.add("full/full.mp3", as: "Mort/2.mp3")
        try tool.add("empty/empty.m4a", as: "Short.m4a")
        #expect(try tool.run("scan", "--as", "audiobook", tool.music.path).code == 0)
    }

    private func books(_ options: String...) throws -> [[String: Any]] {
        try tool.run(["books", "--format", "jsonl"] + options).objects()
    }

    @Test("lists each book with its parts and where one left off")
    func listing() throws {
        var books = try books()
        #expect(books.map { $0["partCount"] as? Int } == [1, 2])
        #expect(books.map { $0["isFinished"] as? Bool } == [false, false])
        let second = tool.music.path + "/Mort/2.mp3"
        #expect(try tool.run("mark", second, "--bookmark", "0.25").code == 0)
        books = try self.books("--sort", "title", "--where", "path ends Mort/1.mp3")
        let book = try #require(books.first)
        #expect(books.count == 1 && book["partCount"] as? Int == 2)
        #expect(book["currentPart"] as? Int == 2 && book["currentTime"] as? Double == 0.25)
        let table = try tool.run("books", "--format", "table")
        #expect(table.text.contains("Left off") && table.text.contains("part 2, 0:00"))
        #expect(try tool.run("books", "--count").text == "2\n")
        #expect(
            try tool.run("books", "--columns", "title,partCount", "--format", "csv").lines.count
                == 3)
        #expect(try tool.run("books", "--sort", "colour").code == 64)
        #expect(try tool.run("books", "--limit", "-1").code == 64)
        #expect(try self.books("--user", "owner", "--offset", "1").count == 1)
    }
}
