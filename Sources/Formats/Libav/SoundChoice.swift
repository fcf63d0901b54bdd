package import PhonolithMediaModel

/// Which of the sounds of a file is wanted.
package struct SoundChoice: Hashable, Sendable {
    /// From 0 in the order of the file; `nil` where none is chosen.
    package var track: Int?
    /// The languages that are wanted, the dearest first.
    package var languages: [LanguageTag]

    /// By default the one that a player would choose.
    package init(track: Int? = nil, languages: [LanguageTag] = []) {
        (self.track, self.languages) = (track, languages)
    }

    /// The sound that is wanted among those of a file; `nil` if there is none, and where none is chosen.
    func stream(among sounds: [MediaStream]) -> MediaStream? {
        if let track { return sounds.indices.contains(track) ? sounds[track] : nil }
        let offers = sounds.map { ($0.language, $0.isDefault) }
        return languages.preferred(among: offers).map { sounds[$0] }
    }
}

extension [LanguageTag] {
    /// The track in the first of these languages that there is: that of the nearest variety, then one that is meant to be played
    /// by default, then the first.
    ///
    /// - Returns: Its index; `nil` if none is in any of them.
    package func preferred(among tracks: [(language: LanguageTag?, isDefault: Bool)]) -> Int? {
        lazy.compactMap { wish in
            tracks.indices.compactMap { index in
                tracks[index].language?.agreement(with: wish).map { (index, $0) }
            }.max { one, other in
                (one.1, tracks[one.0].isDefault ? 1 : 0, -one.0)
                    < (other.1, tracks[other.0].isDefault ? 1 : 0, -other.0)
            }?.0
        }.first
    }
}
