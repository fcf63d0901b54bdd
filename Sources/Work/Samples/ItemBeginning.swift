package import PhonolithPlayQueues

/// Where the time of an item begins that is a whole file.
package enum ItemBeginning {
    /// Pictures and sound usually begin this close to each other, in seconds.
    private static let tolerance = 0.1

    /// Where its sound begins; where its pictures begin if that is earlier, so that all of them are shown.
    ///
    /// - Parameters:
    ///   - sound: When the sound begins on the file's own clock, in seconds.
    ///   - pictures: The same of the pictures.
    package static func time(ofSoundAt sound: Double, picturesAt pictures: Double) -> Double {
        sound - pictures > tolerance ? pictures : sound
    }
}

extension PlayerItem {
    /// Whether the item is its whole source, not a part of it.
    package var isWhole: Bool { startTime == 0 && endTime == nil }
}
