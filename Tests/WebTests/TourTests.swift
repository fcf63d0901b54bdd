import Foundation
import PhonolithTestSupport
import Testing

extension BrowserTests {
    /// The pictures of the README, of the shelf that `make demo` makes. `PHONOLITH_WRITE_PICTURES=1` writes them anew, which
    /// needs the fonts of Debian's `fonts-noto-core` and `fonts-noto-cjk`: the shelf has names in several scripts.
    @Suite(.serialized, .timeLimit(.minutes(20))) struct TourTests {
        private static let project = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        private static let pictures = project.appendingPathComponent("docs/pictures")
        private static let isWriting =
            ProcessInfo.processInfo.environment["PHONOLITH_WRITE_PICTURES"] != nil

        private static func makeShelf(in folder: URL) throws {
            let script = project.appendingPathComponent("scripts/make-shelf").path
            _ = try output(of: [script, folder.path])
        }

        /// Makes sure that what is on the screen is a picture, and keeps it if that is wanted.
        private func keep(_ name: String, _ browser: Browser) async throws {
            // Covers fade in.
            try await browser.wait(
                for:
                    "[...document.images].every(i => i.complete && i.naturalWidth) && !document.getAnimations().length"
            )
            let picture = try await browser.picture()
            #expect(picture.starts(with: [0x89, 0x50, 0x4E, 0x47]), "\(name)")
            #expect((10_000..<400_000).contains(picture.count), "\(name): \(picture.count) bytes")
            guard Self.isWriting else { return }
            try FileManager.default.createDirectory(
                at: Self.pictures, withIntermediateDirectories: true)
            try picture.write(to: Self.pictures.appendingPathComponent(name))
        }

        @Test("The page and the terminal can be shown")
        func tour() async throws {
            let household = try await Household.start(isSetUp: true, filling: Self.makeShelf)
            defer { household.stop() }
            let browser = try await household.visit("/albums")
            try await browser.resize(1200, 750)
            try await browser.wait(for: "document.querySelectorAll('.tile img').length > 5")
            try await keep("albums.png", browser)
            try await browser.click(".tile-link")
            try await browser.wait(for: "document.querySelectorAll('.row.track').length > 1")
            try await browser.prefer(dark: true)
            try await keep("album-dark.png", browser)
            try await browser.resize(390, 780)
            try await browser.open(household.url + "/artists")
            try await browser.wait(for: Household.isShown)
            try await keep("phone.png", browser)
            try await showTerminal(household, browser)
            try await keep("terminal.png", browser)
            try await browser.stop()
        }

        /// Shows what commands print as a terminal does.
        private func showTerminal(_ household: Household, _ browser: Browser) async throws {
            let albums = try household.answer(
                "albums", "--sort", "year", "--format", "table")
            let titles = try household.answer(
                "songs", "--where", "year < 1990 and duration > 0:02",
                "--columns", "title,artist,year,fileSize", "--format", "table")
            let text = """
                $ phonolith albums --sort year
                \(albums)
                $ phonolith songs --where 'year < 1990 and duration > 0:02' --columns title,artist,year,fileSize
                \(titles)
                """
            #expect(albums.split(separator: "\n").count == 8 && titles.contains("kB"))
            try await browser.resize(1000, 330)
            try await browser.open("about:blank")
            try await browser.run(
                """
                document.body.style.cssText = 'margin:0;background:#1c1d22;color:#e6e6ea';
                const screen = document.createElement('pre');
                screen.style.cssText = 'margin:20px;font:15px/1.35 monospace';
                // A terminal gives wide characters two columns; the browser's fonts do not.
                for (const part of arguments[0].split(/([\\u3000-\\u9fff\\uff00-\\uffef])/)) {
                  const piece = document.createElement('span');
                  if (part.length === 1 && part >= '\\u3000') piece.style.cssText = 'display:inline-block;width:2ch';
                  piece.textContent = part;
                  screen.append(piece);
                }
                document.body.append(screen);
                """, [text])
        }
    }
}
