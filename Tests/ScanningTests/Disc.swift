import Foundation

/// Sound and cue sheets as copies of discs have them, small and made by hand.
enum Disc {
    /// A sound file of a length in seconds; another `sound` number gives another sound.
    static func wave(seconds: Int, sound: UInt8 = 1, artist: String? = nil) -> Data {
        wave(
            samples: (0..<(seconds * rate)).map { UInt8(truncatingIfNeeded: $0 / 7) &* sound },
            tags: artist.map { [("IART", $0)] } ?? [])
    }

    private static let rate = 1000

    /// A sound file of these samples, a thousand a second, with tags of a WAV file.
    static func wave(samples: [UInt8], tags: [(key: String, text: String)]) -> Data {
        var data = Data()
        func chunk(_ name: String, _ body: [UInt8]) {
            data += Data(name.utf8) + number(body.count, 4) + Data(body)
            if body.count % 2 == 1 { data.append(0) }
        }
        chunk(
            "fmt ",
            Array(number(1, 2) + number(1, 2) + number(rate, 4) + number(rate, 4))
                + Array(number(1, 2) + number(8, 2)))
        chunk("data", samples)
        if !tags.isEmpty { chunk("LIST", Array("INFO".utf8) + tags.flatMap(info)) }
        return Data("RIFF".utf8) + number(data.count + 4, 4) + Data("WAVE".utf8) + data
    }

    private static func info(_ name: String, _ text: String) -> [UInt8] {
        let body = Array(text.utf8) + [0]
        return Array(name.utf8) + Array(number(body.count, 4)) + body
            + (body.count % 2 == 1 ? [0] : [])
    }

    private static func number(_ value: Int, _ count: Int) -> Data {
        Data((0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) })
    }

    /// An MP3 file with a text of its user's own in an ID3v2.3 tag before it.
    static func tagged(_ sound: Data, _ key: String, _ text: String) -> Data {
        let body = Data([3]) + Data(key.utf8) + Data([0]) + Data(text.utf8)
        let frame =
            Data("TXXX".utf8) + Data(number(body.count, 4).reversed()) + Data([0, 0]) + body
        let size = (0..<4).map { UInt8(truncatingIfNeeded: frame.count >> (7 * (3 - $0))) & 0x7F }
        // Version 2.4 would count the frame in sevens of bits, too.
        return Data("ID3".utf8) + Data([3, 0, 0]) + Data(size) + frame + sound
    }

    /// The sheet of a disc of 40 seconds with three tracks.
    static func sheet(_ file: String = "disc.wav", second: String = "Two") -> String {
        """
        REM GENRE Jazz
        REM DATE 1959
        PERFORMER "The Band"
        TITLE "The Disc"
        FILE "\(file)" WAVE
          TRACK 01 AUDIO
            TITLE "One"
            INDEX 01 00:00:00
          TRACK 02 AUDIO
            TITLE "\(second)"
            PERFORMER "The Band feat. A Guest"
            INDEX 00 00:09:00
            INDEX 01 00:10:15
          TRACK 03 AUDIO
            TITLE "Three"
            ISRC USSM15900113
            INDEX 01 00:30:00
        """
    }

    /// A later sheet of the same disc, with a track before the first; its last track is the rest.
    static func sheetWithIntro(last: String, isrc: String? = nil) -> String {
        """
        PERFORMER "The Band"
        TITLE "The Disc"
        FILE "disc.wav" WAVE
          TRACK 01 AUDIO
            TITLE "Intro"
            INDEX 01 00:00:00
          TRACK 02 AUDIO
            TITLE "One"
            INDEX 01 00:02:00
          TRACK 03 AUDIO
            TITLE "\(last)"
            \(isrc.map { "ISRC \($0)" } ?? "")
            INDEX 01 00:10:15
        """
    }
}
