import Dispatch
import Glibc

/// Signals that the process handles itself, instead of what they do by themselves.
package struct HandledSignals {
    private let numbers: [Int32]
    private let sources: [any DispatchSourceSignal]
    private let former: [__sighandler_t?]

    /// Handles signals from now on. Blocks its thread until the system passes them on, some milliseconds on a busy machine.
    ///
    /// Dispatch takes the place of their previous action at that moment, and not before: a signal that comes earlier does what it
    /// did, and none is lost. (Ignored meanwhile, a Ctrl-C would be.)
    ///
    /// - Parameter handler: Called on a thread of its own queue, with the number of the signal.
    package init(_ numbers: [Int32], _ handler: @escaping @Sendable (Int32) -> Void) {
        self.numbers = numbers
        former = numbers.map { number in
            var action = sigaction()
            sigaction(number, nil, &action)
            return action.__sigaction_handler.sa_handler
        }
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
