import Foundation
import PhonolithFiles
import PhonolithImporting
import PhonolithMediaModel
import PhonolithPlaylists
import Testing

@Suite struct PortableNameTests {
    @Test(
        "names become such that FAT and Windows take and players find",
        arguments: [
            ("plain.mp3", "plain.mp3"), ("a:b?.mp3", "a_b_.mp3"), ("tab\there", "tab_here"),
            ("dots...", "dots"), ("blank ", "blank"), (" lead.mp3", "lead.mp3"), ("...", "_"),
            ("con.mp3", "_con.mp3"), ("CON", "_CON"), ("Nul.tar.gz", "_Nul.tar.gz"),
            ("com1.flac", "_com1.flac"), ("LPT\u{B2}.x", "_LPT\u{B2}.x"), ("com10.x", "com10.x"),
            ("console.mp3", "console.mp3"), ("con .mp3", "_con .mp3"), ("aux", "_aux"),
            (".38 Special.mp3", "_.38 Special.mp3"), ("..mp3", "_..mp3"),
            ("ünï.mp3", "ünï.mp3"), ("a<b>c|d\"e*f\\g", "a_b_c_d_e_f_g"),
        ])
    func names(name: String, portable: String) {
        #expect(PortableName.of(Array(name.utf8)) == portable)
        // Doing it twice changes nothing.
        #expect(PortableName.of(Array(portable.utf8)) == portable)
    }

    @Test("bytes that are no UTF-8 are read as Windows-1252")
    func bytes() {
        #expect(PortableName.of([0x6C, 0xE9, 0x2E, 0x6D, 0x70, 0x33]) == "lé.mp3")
    }

    @Test("names are cut to what file systems take, and keep their extensions")
    func long() {
        let name = [UInt8](repeating: 0xE9, count: 250) + Array(".flac".utf8)
        let portable = PortableName.of(name)
        #expect(portable.utf8.count <= 255)
        #expect(portable.utf8.count > 250)
        #expect(portable.hasSuffix("é.flac"))
    }

    @Test("files of hard names are copied under names of their own, which the list names")
    func copies() throws {
        let folder = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
            .appendingPathComponent("phonolith-copy-\(UUID().uuidString)", isDirectory: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let music = folder.appendingPathComponent("music", isDirectory: true)
        try FileManager.default.createDirectory(at: music, withIntermediateDirectories: true)
        let names: [[UInt8]] = [
            Array("con.mp3".utf8), Array("_con.mp3".utf8), Array("CON.mp3".utf8),
            Array("a.mp3".utf8), Array(" a.mp3".utf8), Array("é.mp3".utf8),
            [0xE9] + Array(".mp3".utf8),
            [UInt8](repeating: 0x78, count: 251) + Array(".mp3".utf8),
        ]
        var entries: [PlaylistEntry] = []
        for (number, name) in names.enumerated() {
            let path = MediaPath(music.path).appending(MediaPath(bytes: name))
            let isMade = (path.bytes + [0]).withUnsafeBufferPointer { buffer in
                buffer.withMemoryRebound(to: CChar.self) { name in
                    guard let file = fopen(name.baseAddress!, "w") else { return false }
                    fputs("\(number)", file)
                    return fclose(file) == 0
                }
            }
            // Not every file system takes such names.
            if isMade { entries.append(PlaylistEntry(location: .path(path))) }
        }
        let stick = MediaPath(folder.appendingPathComponent("stick").path)
        for _ in 0..<2 {
            var copy = try PlaylistCopy(to: stick, roots: [MediaPath(music.path)])
            var places: [String] = []
            for entry in entries {
                var copied = entry
                try copy.copy(&copied)
                let place = try #require(copied.location?.path)
                places.append(place.description.lowercased())
                let name = Array(place.lastComponent.bytes)
                #expect(PortableName.of(name) == String(decoding: name, as: UTF8.self))
                let number = try String(contentsOfFile: place.description, encoding: .utf8)
                let original = try #require(entry.location?.path).lastComponent.bytes
                #expect(names[try #require(Int(number))] == original)
            }
            #expect(Set(places).count == entries.count)
        }
    }

    @Test("a copy for another list does not overwrite a file that case alone tells from it")
    func caseOnFAT() throws {
        let folder = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
            .appendingPathComponent("phonolith-copy-\(UUID().uuidString)", isDirectory: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        func write(_ text: String, to path: String) throws -> MediaPath {
            let file = folder.appendingPathComponent(path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
            return MediaPath(file.path)
        }
        let song = try write("the second song", to: "music/Live/song.mp3")
        let same = try write("the same", to: "music/Live/same.mp3")
        let stick = MediaPath(folder.appendingPathComponent("stick").path)
        // On this stick both spellings open the files that it lists as LIVE/Song.mp3 and LIVE/Same.mp3.
        _ = try write("the first", to: "stick/Live/song.mp3")
        _ = try write("the same", to: "stick/Live/same.mp3")
        let lists: [MediaPath: Set<MediaPath>] = [
            stick: ["LIVE"], stick.appending("LIVE"): ["Song.mp3", "Same.mp3"],
        ]
        var copy = try PlaylistCopy(
            to: stick, roots: [MediaPath(folder.appendingPathComponent("music").path)],
            names: ListedNames { lists[$0] })
        var places: [MediaPath?] = []
        for file in [song, same] {
            var entry = PlaylistEntry(location: .path(file))
            try copy.copy(&entry)
            places.append(entry.location?.path?.relative(to: stick))
        }
        #expect(places == ["Live/song (2).mp3", "Live/same.mp3"])
        #expect(
            try String(contentsOfFile: "\(stick)/Live/song.mp3", encoding: .utf8) == "the first")
    }
}
