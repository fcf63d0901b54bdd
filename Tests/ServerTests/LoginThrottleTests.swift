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

    private static let ben = LoginThrottle.Key(address: "10.0.0.1", name: "ben")

    /// How many of some tries at once are checked.
    private func checked(_ tries: Int, _ outcome: LoginThrottle.Outcome) async -> Int {
        let throttle = LoginThrottle()
        return await withTaskGroup(of: Int.self) { group in
            for _ in 0..<tries {
                group.addTask {
                    if await throttle.begin(Self.ben, now: { 0 }) != nil { return 0 }
                    // As long as a password takes.
                    try? await Task.sleep(for: .milliseconds(20))
                    throttle.end(Self.ben, outcome, now: 0)
                    return 1
                }
            }
            return await group.reduce(0, +)
        }
    }

    @Test("Of many wrong tries at once no more are checked than of tries one after another")
    func parallelFailures() async {
        #expect(await checked(14, .failure) == LoginThrottle.free)
    }

    @Test("Right tries at once are all let in, and what was not compared counts as nothing")
    func parallelSuccesses() async {
        #expect(await checked(40, .success) == 40)
        #expect(await checked(40, .unknown) == 40)
    }

    @Test("Wrong passwords sent at once are refused after the free ones")
    func service() async throws {
        let server = try await TestServer.start([:])
        try server.setPassword()
        let codes = try await withThrowingTaskGroup(of: Int?.self) { group in
            for number in 0..<14 {
                group.addTask {
                    try await server.send("GET", "/rest/ping?f=json&u=owner&p=wrong\(number)")
                        .json().object("subsonic-response", "error")["code"] as? Int
                }
            }
            return try await group.reduce(into: [Int?]()) { $0.append($1) }
        }
        #expect(codes == [Int?](repeating: 40, count: 14))
        // What was refused without a look at its password is no failed login.
        #expect(
            server.log.lines.count { $0.hasPrefix("login failed") } == LoginThrottle.free)
        await server.stop()
    }
}
