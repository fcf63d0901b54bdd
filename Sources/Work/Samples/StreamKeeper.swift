package import PhonolithLibav

/// Keeps what a server sends for an item while it is heard.
///
/// All functions but ``abandoned()`` are called on the reader's thread, which they may block.
package protocol StreamKeeper: StreamObserver {
    /// Ends what the reader waits for; cancelled by either of the two.
    var interruption: ReadInterruption { get }
    /// Whether the rest is read when the item is not heard any more. Asked by any thread.
    var keepsReading: Bool { get }
    /// The bytes to read for that; `nil` for none. Bytes that come again are no harm.
    var missingRange: Range<Int>? { get }

    func opened(_ source: NetworkSource)
    /// The item is not played after all: it is kept when it is opened again. Called by any thread, while the reader may
    /// still read.
    func abandoned()
    /// Nothing more comes.
    ///
    /// - Parameters:
    ///   - isAtEnd: Whether the source was read to its end.
    ///   - reason: Why it was not, in words; `nil` if it ended as it should.
    func ended(isAtEnd: Bool, reason: String?)
}

extension ItemSamples {
    /// Reads what was not heard, for what is kept. Blocks its thread.
    mutating func readRest(for keeper: any StreamKeeper) throws(AVError) {
        while let range = keeper.missingRange {
            guard try readSource(range) else { break }
        }
        keeper.ended(isAtEnd: true, reason: nil)
    }
}
