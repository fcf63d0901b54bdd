import PhonolithMediaModel
import PhonolithScanning
import Testing

@Suite struct IgnoreRulesTests {
    /// A line of patterns, what it is asked of, and git's answer (gitignore(5), `git check-ignore`).
    struct Example: CustomTestStringConvertible, Sendable {
        var patterns: String
        var path: MediaPath
        var isFolder = false
        var isIgnored: Bool

        init(_ patterns: String, _ path: MediaPath, isFolder: Bool = false, _ isIgnored: Bool) {
            (self.patterns, self.path, self.isFolder) = (patterns, path, isFolder)
            self.isIgnored = isIgnored
        }

        var testDescription: String {
            "\(patterns.debugDescription) and \(path)\(isFolder ? "/" : "")"
        }
    }

    @Test(
        "patterns mean what they mean to git",
        arguments: [
            // Without a slash, a name at any depth.
            Example("*.wav", "a.wav", true),
            Example("*.wav", "Live/1994/a.wav", true),
            Example("*.wav", "a.flac", false),
            Example("demo", "demos", false),
            // With one in front or inside, from the folder of the file only.
            Example("/demo.mp3", "demo.mp3", true),
            Example("/demo.mp3", "Live/demo.mp3", false),
            Example("Live/*.mp3", "Live/a.mp3", true),
            Example("Live/*.mp3", "Old/Live/a.mp3", false),
            Example("Live/*.mp3", "Live/1994/a.mp3", false),
            // One at the end: folders only.
            Example("Live/", "Live", isFolder: true, true),
            Example("Live/", "Old/Live", isFolder: true, true),
            Example("Live/", "Live", false),
            // Two stars: any number of folders, or everything inside.
            Example("**/a.mp3", "a.mp3", true),
            Example("**/a.mp3", "x/y/a.mp3", true),
            Example("x/**/a.mp3", "x/a.mp3", true),
            Example("x/**/a.mp3", "x/y/z/a.mp3", true),
            Example("x/**/a.mp3", "y/x/a.mp3", false),
            Example("x/**", "x/y", true),
            Example("x/**", "x", isFolder: true, false),
            // The last that matches decides.
            Example("*.mp3\n!keep.mp3", "keep.mp3", false),
            Example("!keep.mp3\n*.mp3", "keep.mp3", true),
            Example("*.mp3\n!keep.mp3", "other.mp3", true),
            // Comments, empty lines, and what is meant by its letter.
            Example("# *.mp3\n\n", "a.mp3", false),
            Example("\\#1.mp3", "#1.mp3", true),
            Example("\\!.mp3", "!.mp3", true),
            Example("a\\*.mp3", "a*.mp3", true),
            Example("a\\*.mp3", "ab.mp3", false),
            // Blanks at the end do not count, unless they are escaped.
            Example("a.mp3   ", "a.mp3", true),
            Example("a\\ ", "a ", true),
            Example("a\\ ", "a", false),
            Example("a.mp3\r\nb.mp3\r\n", "a.mp3", true),
            // Single characters.
            Example("disc[12]", "disc2", true),
            Example("disc[!12]", "disc2", false),
            Example("disc[!12]", "disc3", true),
            Example("disc?", "disc10", false),
            Example("x?y", "x/y", false),
            Example("Bj?rk", "Björk", true),
            Example("disc[^12]", "disc2", false),
            Example("disc[]]", "disc]", true),
            Example("disc[a-cx]", "discb", true),
            Example("disc[a-cx]", "discd", false),
            Example("disc[a-]", "disc-", true),
            Example("disc[\\]]", "disc]", true),
            Example("disc[[:digit:][:upper:]]", "disc7", true),
            Example("disc[[:digit:][:upper:]]", "discx", false),
            Example("disc[12", "disc[12", true),
            // Any number of stars.
            Example("a**b*", "a-b-c", true),
            Example("*a*b", "xaybzb", true),
            Example("*a*b", "xaybzc", false),
            Example("**", "a.mp3", true),
            Example("x/**/**/y/**/a.mp3", "x/1/y/y/2/a.mp3", true),
            Example("x/**/y/*/a.mp3", "x/y/1/y/2/a.mp3", true),
            Example("x/**/y/*/a.mp3", "x/y/1/y/a.mp3", false),
            Example("**/x/**", "x", isFolder: true, false),
        ])
    func patterns(_ example: Example) {
        let rules = IgnoreRules().adding(example.patterns, in: "")
        #expect(rules.ignores(example.path, isFolder: example.isFolder) == example.isIgnored)
    }

    @Test("patterns count from their own file's folder, and a deeper file has the last word")
    func cascade() {
        let outer = IgnoreRules().adding("*.mp3", in: "")
        let rules = outer.adding("!keep.mp3\n/top.flac", in: "Live")
        #expect(!rules.ignores("Live/keep.mp3", isFolder: false))
        #expect(!rules.ignores("Live/1994/keep.mp3", isFolder: false))
        #expect(rules.ignores("Live/other.mp3", isFolder: false))
        #expect(rules.ignores("keep.mp3", isFolder: false))
        #expect(rules.ignores("Live/top.flac", isFolder: false))
        #expect(!rules.ignores("top.flac", isFolder: false))
    }

    @Test("without patterns nothing is passed over")
    func none() {
        #expect(!IgnoreRules().ignores("a.mp3", isFolder: false))
        #expect(!IgnoreRules().adding(" \n/\n!\n", in: "").ignores("a.mp3", isFolder: false))
    }

    @Test(
        "no pattern takes long, however many stars it has",
        arguments: [
            String(repeating: "a*", count: 100) + "b",
            String(repeating: "*a", count: 100_000),
            String(repeating: "**/a*/", count: 60) + "b",
            String(repeating: "**/", count: 10_000) + "b",
        ])
    func hostile(pattern: String) {
        let rules = IgnoreRules().adding(pattern, in: "")
        let name = String(repeating: "a", count: 255)
        let path = MediaPath(Array(repeating: name, count: 16).joined(separator: "/"))
        // Hours, if each star were tried at each place.
        #expect(!rules.ignores(path, isFolder: false))
    }
}
