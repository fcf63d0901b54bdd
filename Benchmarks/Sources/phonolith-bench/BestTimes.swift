import Foundation

/// The best processor time of each of some questions, in milliseconds: all data is in the page cache, so that on a quiet
/// machine they take no longer, and what else a busy one does hardly counts.
///
/// All are asked in rounds, because a machine that shares its cores is slow for seconds, and each twice at a time: the
/// first may have to read what other questions have driven out of the cache.
///
/// - Parameter questions: In groups, as the times are given.
func bestTimes(of questions: [[() throws -> Void]]) throws -> [[Double]] {
    var best = questions.map { Array(repeating: Double.infinity, count: $0.count) }
    for _ in 0..<3 {
        for (group, asks) in questions.enumerated() {
            for (place, ask) in asks.enumerated() {
                for _ in 0..<2 {
                    let start = processorSeconds()
                    try ask()
                    let time = (processorSeconds() - start) * 1000
                    best[group][place] = min(best[group][place], time)
                }
            }
        }
    }
    return best
}

/// The processor time of all threads of this process.
private func processorSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
