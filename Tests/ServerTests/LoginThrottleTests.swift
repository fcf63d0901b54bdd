import Server
import Testing

@Suite struct LoginThrottleTests {
    @Test("Failures of many others push out the oldest, not all")
    func full() {
        let throttle = LoginThrottle()
        func key(_ number: Int) -> LoginThrottle.Key {
            LoginThrottle.Key(address: "10.0.0.1", name: "user \(number)")
        }
        func fail(_ number: Int, at moment: Int) {
            for _ in 0...LoginThrottle.free { throttle.noteFailure(key(number), now: moment) }
        }
        fail(0, at: 0)
        for number in 1..<LoginThrottle.most { throttle.noteFailure(key(number), now: 1) }
        fail(1, at: 2)
        #expect(throttle.wait(key(0), now: 1) != nil)
        // One more than are remembered.
        fail(LoginThrottle.most, at: 2)
        #expect(throttle.wait(key(0), now: 1) == nil)
        #expect(throttle.wait(key(1), now: 2) != nil)
        #expect(throttle.wait(key(LoginThrottle.most), now: 2) != nil)
    }
}
