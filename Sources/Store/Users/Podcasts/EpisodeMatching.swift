import FoundationEssentials

/// Which known episode each entry of a feed is, whatever became of its guid and its address.
///
/// Feeds without guids sign the addresses of their files anew, move to another host, or add guids later. So the
/// strongest sign decides that two have in common and no others: the guid; the address; the address without its
/// query; the path, whatever the host; title and date.
struct EpisodeMatching {
    /// The properties by which an episode is recognized.
    struct Signs: Hashable {
        var guid: String
        var url: String
        var title: String?
        var date: Date?

        /// Whether the feed gave it a guid.
        var hasGuid: Bool { guid != url }
    }

    private let known: [Signs]
    private let entries: [Signs]
    private var freeKnown: Set<Int>
    private var freeEntries: Set<Int>
    private var partners: [Int?]

    /// For each entry its place among the known episodes; `nil` for a new one.
    static func partners(of entries: [Signs], among known: [Signs]) -> [Int?] {
        var matching = EpisodeMatching(known, entries)
        matching.pair { $0.guid }
        // Of two with guids of their own, the address is that of a file which each new episode replaces.
        matching.pair(ifGuidIsMissing: true) { $0.url }
        matching.pair(ifGuidIsMissing: true) { $0.address(withHost: true) }
        matching.pair(ifGuidIsMissing: true) { $0.address(withHost: false) }
        matching.pair { signs in
            guard let title = signs.title, let date = signs.date else { return nil }
            return "\(date.timeIntervalSince1970) \(title)"
        }
        return matching.partners
    }

    private init(_ known: [Signs], _ entries: [Signs]) {
        (self.known, self.entries) = (known, entries)
        freeKnown = Set(known.indices)
        freeEntries = Set(entries.indices)
        partners = entries.map { _ in nil }
    }

    /// Pairs those that alone have a sign, on both sides.
    private mutating func pair(ifGuidIsMissing: Bool = false, by sign: (Signs) -> String?) {
        let ofKnown = Self.places(of: freeKnown, in: known, by: sign)
        for (value, places) in Self.places(of: freeEntries, in: entries, by: sign) {
            guard places.count == 1, let others = ofKnown[value], others.count == 1 else {
                continue
            }
            let (entry, partner) = (places[0], others[0])
            if ifGuidIsMissing, entries[entry].hasGuid, known[partner].hasGuid { continue }
            partners[entry] = partner
            freeEntries.remove(entry)
            freeKnown.remove(partner)
        }
    }

    private static func places(
        of free: Set<Int>, in all: [Signs], by sign: (Signs) -> String?
    ) -> [String: [Int]] {
        var places: [String: [Int]] = [:]
        for place in free {
            if let value = sign(all[place]) { places[value, default: []].append(place) }
        }
        return places
    }
}

extension EpisodeMatching.Signs {
    /// Without query and fragment; `nil` for what names no file.
    fileprivate func address(withHost: Bool) -> String? {
        let plain = url.prefix { $0 != "?" && $0 != "#" }
        guard let host = plain.firstRange(of: "://") else { return nil }
        let path = plain[host.upperBound...].drop { $0 != "/" }
        guard path.count > 1 else { return nil }
        return String(withHost ? plain : path)
    }
}
