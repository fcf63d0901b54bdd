import Foundation
import PhonolithServer
import Testing

/// The files of the page, without a browser.
@Suite struct WebPageTests {
    /// The folder that is embedded.
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Sources/Faces/Server/page").resolvingSymlinksInPath()

    private static func source(_ name: String) throws -> String {
        try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
    }

    @Test("Every file of the folder is embedded as it is")
    func files() throws {
        let found = try FileManager.default.subpathsOfDirectory(atPath: Self.folder.path)
            .filter { $0.contains(".") && $0 != "index.html" }
        #expect(Set(found) == Set(WebPage.files.map(\.name)))
        for file in WebPage.files {
            let onDisk = try Data(contentsOf: Self.folder.appendingPathComponent(file.name))
            #expect(Data(file.bytes) == onDisk, "\(file.name)")
        }
    }

    @Test("All files together are small")
    func size() { #expect(WebPage.files.reduce(0) { $0 + $1.bytes.count } <= 350_000) }

    @Test("The page can be installed: its manifest names icons that are there, in their sizes")
    func manifest() throws {
        struct Manifest: Decodable {
            struct Icon: Decodable { var src: String, sizes: String, type: String }
            enum CodingKeys: String, CodingKey {
                case name, icons
                case start = "start_url"
            }
            var name: String, start: String, icons: [Icon]
        }
        let file = try #require(WebPage.file(named: "manifest.webmanifest"))
        #expect(file.mimeType == "application/manifest+json")
        let manifest = try JSONDecoder().decode(Manifest.self, from: Data(file.bytes))
        #expect(manifest.name == "Phonolith" && manifest.start == "../../")
        #expect(manifest.icons.map(\.sizes) == ["any", "192x192", "512x512"])
        for icon in manifest.icons {
            let picture = try #require(WebPage.file(named: icon.src))
            #expect(picture.mimeType == icon.type)
            guard icon.type == "image/png" else { continue }
            // PNG, 11.2.1: width and height of the header.
            let size = picture.bytes[16..<24].reduce(0) { $0 << 8 | UInt64($1) }
            #expect("\(size >> 32)x\(size & 0xFFFF_FFFF)" == icon.sizes)
        }
    }

    @Test("The server knows the views that the page knows")
    func views() throws {
        let routes = try Self.source("routes.js")
        var first = Set(routes.matches(of: /route\("\/([a-z-]+)/).map { String($0.1) })
        let kinds = try #require(routes.firstMatch(of: /for \(const kind of \[(.*)\]\)/)).1
        first.formUnion(kinds.matches(of: /"([a-z-]+)"/).map { String($0.1) })
        #expect(first == Set(WebPage.views.map(String.init)))
    }

    @Test("Nothing comes from elsewhere, and no text becomes markup or a program")
    func safety() throws {
        for file in WebPage.files {
            let text = String(decoding: file.bytes, as: UTF8.self)
            for word in [
                "innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(",
                "new Function", "DOMParser",
            ] {
                #expect(!text.contains(word), "\(file.name) has \(word)")
            }
            let addresses = text.matches(of: /(https?:)?\/\/[a-z0-9.]+\.[a-z]{2,}/)
                .filter { !$0.0.contains("w3.org") }
            #expect(addresses.isEmpty, "\(file.name): \(addresses.map(\.0))")
        }
        let document = WebPage.document(assets: "/assets/x")
        #expect(
            !document.contains("{{") && !document.contains(" style=") && !document.contains(" on"))
        #expect(
            document.matches(of: /<script/).count
                == document.matches(of: /<script type="module" src="/).count)
    }

    @Test("Every text that is shown is in the module of texts")
    func texts() throws {
        let known = Set(
            try Self.source("text.js").matches(of: #/([A-Za-z]+): /#).map { String($0.1) })
        for file in WebPage.files where file.name.hasSuffix(".js") && file.name != "text.js" {
            let text = String(decoding: file.bytes, as: UTF8.self)
            for match in text.matches(of: /\btext\.([a-zA-Z]+)\b/)
            where match.1 != "js" && file.name != "dom.js" {
                #expect(known.contains(String(match.1)), "\(file.name): text.\(match.1)")
            }
        }
    }
}
