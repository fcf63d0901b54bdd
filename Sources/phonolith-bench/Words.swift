/// What invented names are put together from: several scripts, accents, articles and numbers, because
/// these are what names cost to fold and to sort.
enum Words {
    static let genres = [
        "Rock", "Pop", "Jazz", "Electronic", "Ambient", "Folk", "Classical", "Metal", "Hip-Hop",
        "Soul", "Chanson", "Blues", "Country", "Reggae", "Punk", "Soundtrack", "Techno", "J-Pop",
        "Rock; Pop", "Jazz; Soul",
    ]

    static func artistName(_ random: inout SeededNumbers) -> String {
        switch random.number(in: 1...10) {
        case 1: "The \(random.one(of: adjectives)) \(random.one(of: things))s"
        case 2: "\(random.one(of: things)) & \(random.one(of: things))"
        case 3: random.one(of: japanese) + random.one(of: japanese)
        case 4: "\(random.one(of: cyrillic)) \(random.one(of: cyrillic))"
        case 5:
            "\(random.one(of: adjectives)) \(random.one(of: things)) \(random.number(in: 2...99))"
        default: "\(random.one(of: firstNames)) \(random.one(of: surnames))"
        }
    }

    static func albumTitle(_ random: inout SeededNumbers) -> String {
        switch random.number(in: 1...8) {
        case 1: random.one(of: japanese) + "の" + random.one(of: japanese)
        case 2: "\(random.one(of: cyrillic)) и \(random.one(of: cyrillic))"
        case 3: "The \(random.one(of: things))"
        case 4: "\(random.one(of: things)), Vol. \(random.number(in: 1...12))"
        default: "\(random.one(of: adjectives)) \(random.one(of: things))"
        }
    }

    static func trackTitle(_ random: inout SeededNumbers) -> String {
        switch random.number(in: 1...9) {
        case 1: random.one(of: japanese) + "の" + random.one(of: japanese)
        case 2: "\(random.one(of: cyrillic)) \(random.one(of: cyrillic))"
        case 3:
            "\(random.one(of: things)) of \(random.one(of: adjectives)) \(random.one(of: things))"
        case 4: "A \(random.one(of: things)) for \(random.one(of: firstNames))"
        case 5: "\(random.one(of: things)) No. \(random.number(in: 1...40)) (Live)"
        default: "\(random.one(of: adjectives)) \(random.one(of: things))"
        }
    }

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
