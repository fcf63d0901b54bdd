/// Ratings that programs write into files, each in its own way.
public enum RatingInTags {
    /// The stars that tags give, 1 to 5; `nil` if none does. Of several, the one whose scale is plainest counts.
    ///
    /// - Parameter tags: As ``MediaFacts/tags`` has them.
    public static func stars(in tags: [MediaTag]) -> Int? {
        for scale in scales {
            for tag in tags where scale.isMeant(by: tag.name) {
                for value in tag.values {
                    guard let number = Double(value), number > 0, number.isFinite else { continue }
                    if let stars = scale.stars(tag.name, number) { return stars }
                }
            }
        }
        return nil
    }

    /// The beginnings of names of tags with ratings; other names need no look.
    package static let names = scales.map(\.name)

    private struct Scale {
        /// Of the tag, which may continue with a colon and the program's or the listener's name.
        let name: String
        /// The stars for a number that is more than 0; `nil` if it is on no known scale.
        let stars: @Sendable (_ name: String, _ number: Double) -> Int?

        func isMeant(by tag: String) -> Bool { tag == name || tag.hasPrefix(name + ":") }
    }

    private static let scales = [
        // freedesktop.org/wiki/Specifications/free-media-player-specs: 0 to 1.
        Scale(name: "FMPS_RATING") { _, number in ofFive(number, of: 1) },
        Scale(name: "POPM") { name, number in
            // Quod Libet divides the 255 evenly; others leave gaps as Windows does.
            name.hasPrefix("POPM:QUODLIBET") ? ofFive(number, of: 255) : ofWindows(number)
        },
        Scale(name: "RATING") { _, number in ofUnknownScale(number) },
        // Windows writes 1, 25, 50, 75 and 99.
        Scale(name: "SHAREDUSERRATING") { _, number in
            number <= 100 ? Int((number / 25).rounded()) + 1 : nil
        },
        // MP4's atom of MusicBee and others: a percentage.
        Scale(name: "RATE") { _, number in ofFive(number, of: 100) },
    ]

    private static func ofFive(_ number: Double, of greatest: Double) -> Int? {
        number <= greatest ? max(1, Int((number / greatest * 5).rounded())) : nil
    }

    /// Windows writes 1, 64, 128, 196 and 255, and takes what is between for the nearest of them.
    private static func ofWindows(_ number: Double) -> Int? {
        number <= 255 ? Int(number + 32) / 64 + 1 : nil
    }

    /// In the same tag foobar2000 writes 1 to 5, Quod Libet 0 to 1 with a point, MusicBee and MediaMonkey percentages, some
    /// the numbers of `POPM`.
    private static func ofUnknownScale(_ number: Double) -> Int? {
        switch number {
        case ..<1: ofFive(number, of: 1)
        case ...5: Int(number.rounded())
        case ...100: ofFive(number, of: 100)
        default: ofWindows(number)
        }
    }
}
