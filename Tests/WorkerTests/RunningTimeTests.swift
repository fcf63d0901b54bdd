import PhonolithFiles
import Testing

/// Limits of time leave out what a process spent stopped.
@Suite struct RunningTimeTests {
    private let start = ContinuousClock.now
    private let running: RunningTime

    init() { running = RunningTime(longestGap: .seconds(2), now: start) }

    @Test("time that is looked at often counts as it is")
    func ordinary() {
        for second in 0...10 {
            let now = start + .seconds(second)
            #expect(running.elapsed(now: now) == .seconds(second))
            #expect(running.sincePause(now: now) == .seconds(second))
        }
    }

    @Test("of a pause no more counts than the longest gap, and what follows it begins anew")
    func pause() {
        #expect(running.elapsed(now: start + .seconds(1)) == .seconds(1))
        #expect(running.elapsed(now: start + .seconds(3600)) == .seconds(3))
        #expect(running.sincePause(now: start + .seconds(3600)) == .zero)
        #expect(running.elapsed(now: start + .seconds(3601)) == .seconds(4))
        #expect(running.sincePause(now: start + .seconds(3601)) == .seconds(1))
    }

    @Test("threads that look with times out of order count nothing twice")
    func order() {
        #expect(running.elapsed(now: start + .seconds(2)) == .seconds(2))
        #expect(running.elapsed(now: start + .seconds(1)) == .seconds(2))
        #expect(running.elapsed(now: start + .seconds(3)) == .seconds(3))
    }
}
