/// Finds what a key means: ``TagMapping`` turned round.
enum TagKeys {
    /// A property and the rank of the key among the property's keys in the family.
    struct Meaning {
        var property: TagProperty
        var rank: Int
    }

    /// The meanings of a field; none for keys that are not in the table.
    static func meanings(of field: RawField) -> [Meaning] {
        let family = field.kind.family
        let key = normalised(field.key, in: family)
        if let meanings = byKey[family.rawValue][key] { return meanings }
        // A person with a part that has no row of its own.
        return family == .id3v2 && key.hasPrefix("tipl:")
            ? byKey[family.rawValue]["tmcl:*"] ?? [] : []
    }

    private static let byKey: [[String: [Meaning]]] = {
        var byKey = [[String: [Meaning]]](repeating: [:], count: TagFamily.allCases.count)
        for row in TagMapping.all {
            for (family, keys) in row.keys {
                for (rank, key) in keys.enumerated() {
                    byKey[family.rawValue][key.lowercased(), default: []]
                        .append(Meaning(property: row.property, rank: rank))
                }
            }
        }
        return byKey
    }()

    /// The key as the table has it, in lower case.
    private static func normalised(_ key: String, in family: TagFamily) -> String {
        let key = key.lowercased()
        switch family {
        case .id3v2 where key.hasPrefix("comm:"): return comment(key)
        case .id3v2 where key.hasPrefix("uslt:"): return "uslt"
        case .id3v2 where key.hasPrefix("sylt:"): return "sylt"
        case .id3v2 where key.hasPrefix("rva2:"):
            return key == "rva2:track" || key == "rva2:album" ? key : "rva2:*"
        case .id3v2 where key.hasPrefix("tmcl:"): return "tmcl:*"
        case .mp4 where key.hasPrefix("----:"):
            // Between the colons is who owns the name: Apple in nearly all files.
            guard let colon = key.dropFirst(5).firstIndex(of: ":") else { return key }
            return "----" + key[colon...]
        default: return key
        }
    }

    /// `comm` for the plain comment, `comm:*` for one with a description, the key itself for what programs
    /// put down for themselves.
    private static func comment(_ key: String) -> String {
        let description = key.dropFirst(5).drop { $0 != ":" }.dropFirst()
        if description.isEmpty { return "comm" }
        if description == "itunnorm" { return "comm:itunnorm" }
        let technical = ["itun", "id3v1", "musicmatch_", "mediajukebox", "songs-db_"]
        return technical.contains { description.hasPrefix($0) } ? key : "comm:*"
    }
}
