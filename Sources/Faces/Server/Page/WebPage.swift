/// The web page: one document and the files that it loads, embedded in the program.
package enum WebPage {
    /// A file that the page loads.
    package struct File: Hashable, Sendable {
        package let name: String
        package let bytes: [UInt8]

        package var mimeType: String {
            if name.hasSuffix(".js") { return "text/javascript; charset=utf-8" }
            if name.hasSuffix(".css") { return "text/css; charset=utf-8" }
            if name.hasSuffix(".png") { return "image/png" }
            return name.hasSuffix(".svg") ? "image/svg+xml" : "application/manifest+json"
        }
    }

    /// The folder of the page's files.
    private static let folder = "page"
    private static let documentPath = folder + "/index.html"

    /// Every file in `page/` but the document, which the server completes.
    package static let files = EmbeddedFiles.paths.filter { $0 != documentPath }.map { path in
        File(name: String(path.dropFirst(folder.count + 1)), bytes: EmbeddedFiles.bytes(of: path))
    }

    private static let byName = Dictionary(uniqueKeysWithValues: files.map { ($0.name, $0) })

    package static func file(named name: String) -> File? { byName[name] }

    /// SHA-256 of all files: 64 lower-case hexadecimal digits.
    package static let digest = EmbeddedFiles.digest(of: folder)

    /// The document.
    ///
    /// - Parameter assets: Where its files are: a path without a slash at its end.
    package static func document(assets: String) -> String {
        template.replacing("{{modules}}", with: modules).replacing("{{assets}}", with: assets)
    }

    private static let template = String(
        decoding: EmbeddedFiles.bytes(of: documentPath), as: UTF8.self)

    /// Links to all modules, so that the browser asks for them at once. Else it would see only in each what that one
    /// imports, which is five rounds. That of shares belongs to another page.
    private static let modules =
        files.filter { $0.name.hasSuffix(".js") && $0.name != "share.js" }
        .map { "<link rel=\"modulepreload\" href=\"{{assets}}/\($0.name)\">" }
        .joined(separator: "\n")

    /// Whether a path is one of the page's views, which the page itself distinguishes.
    package static func isView(_ path: Substring) -> Bool {
        let first = path.split(separator: "/", maxSplits: 1).first ?? ""
        return first.isEmpty || views.contains(first)
    }

    /// The first parts of the paths of views; `routes.js` has the same.
    package static let views: Set<Substring> = [
        "albums", "artists", "album-artists", "composers", "genres", "songs", "search", "queue",
        "playlists", "folders", "videos", "podcasts", "audiobooks", "favorites", "history",
        "statistics", "library", "settings", "playing", "pick", "setup", "login",
    ]
}
