import Foundation

/// The best time of each of some questions, in milliseconds.
///
/// In a file all data is in the page cache: questions take no longer on a quiet machine than their processor time, which
/// does not show what else a busy one does. Questions to a server are answered by another process.
///
/// All are asked in rounds, because a machine that shares its cores is slow for seconds, and each twice at a time: the
/// first may have to read what other questions have driven out of the cache.
///
/// - Parameters:
///   - questions: In groups, as the times are given.
///   - isServer: Whether the time that passes counts, instead of this process's processor time.
func bestTimes(of questions: [[() throws -> Void]], isServer: Bool = false) throws -> [[Double]] {
    let seconds = isServer ? elapsedSeconds : processorSeconds
    var best = questions.map { Array(repeating: Double.infinity, count: $0.count) }
    for _ in 0..<3 {
        for (group, asks) in questions.enumerated() {
            for (place, ask) in asks.enumerated() {
                for _ in 0..<2 {
                    let start = seconds()
                    try ask()
                    let time = (seconds() - start) * 1000
                    best[group][place] = min(best[group][place], time)
                }
            }
        }
    }
    return best
}

/// The processor time of all threads of this process.
private func processorSeconds() -> Double { seconds(of: CLOCK_PROCESS_CPUTIME_ID) }

/// The time since the machine was started.
private func elapsedSeconds() -> Double { seconds(of: CLOCK_MONOTONIC) }

private func seconds(of clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
