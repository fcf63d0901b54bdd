import Foundation
import PhonolithFixtures
import PhonolithMediaModel
import PhonolithTagReading
import PhonolithTestSupport
import Testing

/// A program of Debian's that writes tags into an empty file.
struct OtherWriter: Sendable, CustomTestStringConvertible {
    /// The row's name, and the fixture that it changes.
    var name: String
    var fixture: String
    /// For the shell, with the file as `$1`.
    var script: String

    var testDescription: String { name }

    private static let values = [
        ("title", "Blåbär"), ("artist", "Åse Quill"), ("album", "Søndag"), ("date", "2004"),
    ]

    private static func fields(_ option: String, upper: Bool = true) -> String {
        (values + [("tracknumber", "3")]).map {
            "\(option)'\(upper ? $0.uppercased() : $0)=\($1)'"
        }.joined(separator: " ")
    }

    /// FFmpeg in each format that it writes tags into.
    private static let ffmpeg: [Self] = [
        ("mp3", "-id3v2_version 3"), ("mp3", "-id3v2_version 4"), ("flac", ""), ("ogg", ""),
        ("opus", ""), ("spx", "-c copy"), ("m4a", ""), ("m4a", "-movflags use_metadata_tags"),
        ("wma", ""), ("mka", ""), ("wav", ""), ("aiff", "-write_id3v2 1"),
        ("tta", "-c copy"), ("wv", "-c copy"), ("caf", "-c copy"),
    ].map { kind, options in
        let fields = (values + [("track", "3")]).map { "-metadata '\($0)=\($1)'" }
            .joined(separator: " ")
        return Self(
            name: "ffmpeg \(options) in \(kind)", fixture: "empty/empty.\(kind)",
            script: """
                ffmpeg -v error -i "$1" -map 0:a \(options.isEmpty ? "-c copy" : options) \(fields) "$1.new.\(kind)"
                mv "$1.new.\(kind)" "$1"
                """)
    }

    static let all: [Self] =
        ffmpeg + [
            Self(
                name: "metaflac", fixture: "empty/empty.flac",
                script: "metaflac \(fields("--set-tag=")) \"$1\""),
            Self(
                name: "vorbiscomment", fixture: "empty/empty.ogg",
                script: "vorbiscomment -w \(fields("-t ")) \"$1\""),
            Self(
                name: "wvtag", fixture: "empty/empty.wv",
                script: """
                    wvtag -q -y -w 'Title=Blåbär' -w 'Artist=Åse Quill' -w Album=Søndag -w Year=2004 \
                        -w Track=3 "$1"
                    """),
            Self(
                name: "id3v2", fixture: "empty/empty.mp3",
                script: """
                    latin() { printf %s "$1" | iconv -t latin1; }
                    id3v2 -t "$(latin Blåbär)" -a "$(latin 'Åse Quill')" -A "$(latin Søndag)" -y 2004 -T 3 "$1"
                    """),
            Self(
                name: "AtomicParsley", fixture: "empty/empty.m4a",
                script: """
                    AtomicParsley "$1" --title Blåbär --artist 'Åse Quill' --album Søndag --year 2004 \
                        --tracknum 3 --overWrite >/dev/null
                    """),
            Self(
                name: "mkvpropedit", fixture: "empty/empty.mka",
                script: """
                    tag() { echo "<Simple><Name>$1</Name><String>$2</String></Simple>"; }
                    cat >"$1.xml" <<END
                    <Tags><Tag><Targets><TargetTypeValue>30</TargetTypeValue></Targets>
                    $(tag TITLE Blåbär)$(tag ARTIST 'Åse Quill')$(tag PART_NUMBER 3)</Tag>
                    <Tag><Targets><TargetTypeValue>50</TargetTypeValue></Targets>
                    $(tag TITLE Søndag)$(tag DATE_RELEASED 2004)</Tag></Tags>
                    END
                    mkvpropedit -q "$1" --tags "global:$1.xml"
                    """),
        ]
        + [("v2.3", "--to-v2.3"), ("v2.4", "--to-v2.4")].map { version, option in
            Self(
                name: "eyeD3 as ID3\(version)", fixture: "empty/empty.mp3",
                script: """
                    eyeD3 -Q \(option) -t Blåbär -a 'Åse Quill' -A Søndag --recording-date 2004 \
                        -n 3 "$1" >/dev/null 2>&1
                    """)
        }
        + [("mp3", 3), ("mp3", 4), ("wav", 4), ("aiff", 4), ("dsf", 4), ("tta", 4)].map {
            kind, version in
            Self(
                name: "mutagen, ID3v2.\(version) in \(kind)", fixture: "empty/empty.\(kind)",
                script: """
                    python3 - "$1" <<END
                    import sys, mutagen
                    from mutagen import id3
                    file = mutagen.File(sys.argv[1])
                    if file.tags is None: file.add_tags()
                    for frame in (id3.TIT2(1, ["Blåbär"]), id3.TPE1(1, ["Åse Quill"]), id3.TALB(1, ["Søndag"]),
                                  id3.TDRC(1, ["2004"]), id3.TRCK(1, ["3"])): file.tags.add(frame)
                    if \(version) == 3: file.tags.update_to_v23()
                    file.save(v2_version=\(version))
                    END
                    """)
        }
        + ["flac", "ogg", "opus", "spx", "oga", "ape", "mpc", "wv", "wma"].map { kind in
            let date =
                ["ape", "mpc", "wv"].contains(kind) ? "Year" : kind == "wma" ? "WM/Year" : "date"
            let track =
                ["ape", "mpc", "wv"].contains(kind)
                ? "Track" : kind == "wma" ? "WM/TrackNumber" : "tracknumber"
            let names =
                kind == "wma" ? ("Title", "Author", "WM/AlbumTitle") : ("title", "artist", "album")
            return Self(
                name: "mutagen in \(kind)", fixture: "empty/empty.\(kind)",
                script: """
                    python3 - "$1" <<END
                    import sys, mutagen
                    file = mutagen.File(sys.argv[1])
                    if file.tags is None: file.add_tags()
                    for name, value in {"\(names.0)": "Blåbär", "\(names.1)": "Åse Quill", "\(names.2)": "Søndag",
                                        "\(date)": "2004", "\(track)": "3"}.items(): file.tags[name] = value
                    file.save()
                    END
                    """)
        }
}

/// Files that other programs wrote, before a release: the programs are no part of what is needed every day.
@Suite(.enabled(if: LongTests.areWhole)) struct OtherWritersTests {
    @Test("Tags of another program are read", arguments: OtherWriter.all)
    func reading(writer: OtherWriter) throws {
        let folder = try ScratchFolder()
        let kind = writer.fixture.split(separator: ".").last.map(String.init) ?? ""
        let path = try folder.write(Fixtures.bytes(of: writer.fixture), to: "file." + kind)
        let shell = Process()
        shell.executableURL = URL(fileURLWithPath: "/bin/sh")
        shell.arguments = ["-e", "-c", writer.script, "sh", path.description]
        var environment = ProcessInfo.processInfo.environment
        environment["LC_ALL"] = "C.UTF-8"
        shell.environment = environment
        try shell.run()
        shell.waitUntilExit()
        #expect(shell.terminationStatus == 0)
        let facts = try TagReader().read(path).facts
        #expect(facts.title == "Blåbär")
        #expect(facts.artists == ["Åse Quill"])
        #expect(facts.albumTitle == "Søndag")
        #expect(facts.releaseDate?.year == 2004)
        #expect(facts.albumTrackNumber == 3)
    }
}
