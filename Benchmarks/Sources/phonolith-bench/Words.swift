import Foundation

/// Parts of invented names: several scripts, accents, articles and numbers, because these make names expensive
/// to fold and to sort.
enum Words {
    static let genres = [
        "Rock", "Pop", "Jazz", "Electronic", "Ambient", "Folk", "Classical", "Metal", "Hip-Hop",
        "Soul", "Chanson", "Blues", "Country", "Reggae", "Punk", "Soundtrack", "Techno", "J-Pop",
        "Rock; Pop", "Jazz; Soul",
    ]

    /// Genres whose composers are tagged.
    static let composedGenres: Set = ["Classical", "Soundtrack", "Jazz"]

    static func artistName(_ random: inout SeededNumbers) -> String {
        switch random.number(in: 1...13) {
        case 1: "The \(random.one(of: adjectives)) \(random.one(of: things))s"
        case 2: "\(random.one(of: things)) & \(random.one(of: things))"
        case 3: random.one(of: japanese) + random.one(of: japanese)
        case 4: "\(random.one(of: cyrillic)) \(random.one(of: cyrillic))"
        case 5:
            "\(random.one(of: adjectives)) \(random.one(of: things)) \(random.number(in: 2...99))"
        case 6...8: "\(random.one(of: firstNames)) \(rareWord(&random))"
        default: "\(random.one(of: firstNames)) \(random.one(of: surnames))"
        }
    }

    static func composerName(_ random: inout SeededNumbers) -> String {
        "\(random.one(of: firstNames)) \(random.one(of: surnames)) \(rareWord(&random))"
    }

    static func albumTitle(_ random: inout SeededNumbers) -> String {
        switch random.number(in: 1...11) {
        case 1: random.one(of: japanese) + "の" + random.one(of: japanese)
        case 2: "\(random.one(of: cyrillic)) и \(random.one(of: cyrillic))"
        case 3: "The \(random.one(of: things))"
        case 4: "\(random.one(of: things)), Vol. \(random.number(in: 1...12))"
        case 5: rareWord(&random)
        case 6, 7: "\(rareWord(&random)) \(random.one(of: things))"
        default: "\(random.one(of: adjectives)) \(random.one(of: things))"
        }
    }

    static func trackTitle(_ random: inout SeededNumbers) -> String {
        switch random.number(in: 1...15) {
        case 1: random.one(of: japanese) + "の" + random.one(of: japanese)
        case 2: "\(random.one(of: cyrillic)) \(random.one(of: cyrillic))"
        case 3:
            "\(random.one(of: things)) of \(random.one(of: adjectives)) \(random.one(of: things))"
        case 4: "A \(random.one(of: things)) for \(random.one(of: firstNames))"
        case 5: "\(random.one(of: things)) No. \(random.number(in: 1...40)) (Live)"
        case 6, 7: "\(random.one(of: adjectives)) \(rareWord(&random))"
        case 8, 9: "\(rareWord(&random)) and the \(random.one(of: things))"
        case 10, 11: "\(rareWord(&random)) \(rareWord(&random))"
        default: "\(random.one(of: adjectives)) \(random.one(of: things))"
        }
    }

    /// A word of a vocabulary as large as that of a shelf of many languages. As in these, the k-th word is about a k-th
    /// as frequent as the first (Zipf's law), and most occur once or twice.
    private static func rareWord(_ random: inout SeededNumbers) -> String {
        let share = Double(random.number(in: 0...999_999)) / 1_000_000
        let rank = Int(pow(vocabulary, share))
        var letters = SeededNumbers(seed: 1, stream: UInt64(rank))
        let syllables = letters.number(in: 2...4)
        return (0..<syllables).map { _ in
            letters.one(of: onsets) + letters.one(of: vowels) + letters.one(of: codas)
        }.joined().capitalized
    }

    private static let vocabulary = 100_000.0
    private static let onsets = [
        "b", "br", "c", "d", "dr", "f", "g", "gl", "h", "j", "k", "l", "m", "n", "p", "r", "s",
        "st", "t", "tr", "v", "w", "z", "ž",
    ]
    private static let vowels = ["a", "e", "i", "o", "u", "é", "ö", "ie", "ou"]
    private static let codas = ["", "", "", "n", "l", "r", "s", "m"]

    private static let adjectives = [
        "Amber", "Blue", "Broken", "Café", "Cold", "Copper", "Distant", "Electric", "Empty",
        "Étoilé", "Faded", "Fließend", "Golden", "Grey", "Hollow", "Idle", "Long", "Lost", "Naïve",
        "Northern", "Pale", "Quiet", "Red", "Restless", "Sérieux", "Silent", "Slow", "Small",
        "Sunken", "Tiny", "Übermütig", "Velvet", "White", "Wild", "Wooden",
    ]
    private static let things = [
        "Anchor", "Basement", "Bell", "Bridge", "Canal", "Carousel", "Clock", "Comet", "Corridor",
        "Engine", "Farewell", "Ferry", "Garden", "Harbour", "Island", "Kettle", "Ladder", "Lantern",
        "Letter", "Machine", "Meridian", "Mirror", "Morning", "Orchard", "Paper", "Piano", "Radio",
        "Rain", "River", "Señal", "Shadow", "Signal", "Station", "Summer", "Träumerei", "Tunnel",
        "Valley", "Window", "Winter",
    ]
    private static let firstNames = [
        "Ada", "Aurel", "Björn", "Chloé", "Dmitri", "Émile", "Fatima", "Greta", "Hugo", "Inês",
        "Jörg", "Kaja", "Lénaïc", "Mira", "Noor", "Orla", "Paavo", "Quentin", "Rosa", "Søren",
        "Tomas", "Ursula", "Vera", "Wanda", "Yuki", "Zoë",
    ]
    private static let surnames = [
        "Abel", "Brandt", "Castañeda", "Durac", "Eide", "Finch", "Grünwald", "Halde", "Ibsen",
        "Jansson", "Koppel", "Løvland", "Moreau", "Nyström", "Okafor", "Pereira", "Quist", "Řezník",
        "Sato", "Talvik", "Ueda", "Vāvere", "Wren", "Yıldız", "Żeleński",
    ]
    private static let japanese = [
        "雨", "窓辺", "夜", "港", "青い傘", "時計", "カフェ", "さよなら", "駅", "光", "海", "夏", "手紙", "星",
    ]
    private static let cyrillic = [
        "Туман", "Письмо", "Берег", "Паром", "Маяк", "Причал", "Зима", "Окно", "Вечер", "Сад",
        "Ветер", "Дорога",
    ]
}
