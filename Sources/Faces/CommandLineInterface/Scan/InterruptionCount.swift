import Foundation
import Synchronization

/// How often the user has interrupted the process, or the system wanted it to end; nothing else happens then.
final class InterruptionCount {
    private let sources: [any DispatchSourceSignal]
    private let count = Count()

    private final class Count: Sendable {
        let value = Atomic(0)
    }

    var value: Int { count.value.load(ordering: .relaxed) }

    init() {
        let count = count
        sources = [SIGINT, SIGTERM].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number)
            source.setEventHandler { count.value.add(1, ordering: .relaxed) }
            source.resume()
            return source
        }
    }

    deinit {
        sources.forEach { $0.cancel() }
        for number in [SIGINT, SIGTERM] { signal(number, SIG_DFL) }
    }
}
