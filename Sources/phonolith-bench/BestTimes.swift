/// The best time of each of some questions, in milliseconds: what else the machine does makes so short a time only
/// longer.
///
/// All are asked in rounds, because a machine that shares its cores is slow for seconds, and each twice at a time: the
/// first may have to wait for the disk, and reads what other questions have driven out of the cache.
///
/// - Parameter questions: In groups, as the times are given.
func bestTimes(of questions: [[() throws -> Void]]) throws -> [[Double]] {
    let clock = ContinuousClock()
    var best = questions.map { Array(repeating: Double.infinity, count: $0.count) }
    for _ in 0..<3 {
        for (group, asks) in questions.enumerated() {
            for (place, ask) in asks.enumerated() {
                for _ in 0..<2 {
                    let time = try clock.measure(ask) / .milliseconds(1)
                    best[group][place] = min(best[group][place], time)
                }
            }
        }
    }
    return best
}
