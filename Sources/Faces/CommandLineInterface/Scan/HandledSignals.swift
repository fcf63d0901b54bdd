import Dispatch
import Foundation

/// Signals that the process handles itself, instead of what they do by themselves.
package struct HandledSignals {
    private let numbers: [Int32]
    private let sources: [any DispatchSourceSignal]
    /// The signals' previous actions.
    private let former: [__sighandler_t?]

    /// Handles signals from now on. Blocks its thread until the system passes them on, some milliseconds on a busy machine: a
    /// signal that comes before that would be lost.
    ///
    /// - Parameter handler: Called on a thread of its own queue, with the number of the signal.
    package init(_ numbers: [Int32], _ handler: @escaping @Sendable (Int32) -> Void) {
        self.numbers = numbers
        former = numbers.map { signal($0, SIG_IGN) }
        let isListening = DispatchSemaphore(value: 0)
        sources = numbers.map { number in
            let source = DispatchSource.makeSignalSource(signal: number)
            source.setEventHandler { handler(number) }
            source.setRegistrationHandler { isListening.signal() }
            source.resume()
            return source
        }
        for _ in numbers { isListening.wait() }
    }

    /// Has the signals do what they did before.
    package func release() {
        for source in sources { source.cancel() }
        for (number, action) in zip(numbers, former) { signal(number, action) }
    }
}
