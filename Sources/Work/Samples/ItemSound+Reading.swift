package import PhonolithLibav

extension ItemSound {
    /// Reads the next samples in place of those before; of a file that is cut off, all that it has.
    ///
    /// - Returns: Whether there was more.
    package mutating func read(replacing samples: inout [Float]) throws(AVError) -> Bool {
        samples.removeAll(keepingCapacity: true)
        do throws(AVError) {
            return try read(appendingTo: &samples)
        } catch  where error.isEarlyEnd {
            return false
        }
    }
}
