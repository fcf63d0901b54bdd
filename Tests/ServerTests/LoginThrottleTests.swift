import PhonolithAccess
import PhonolithServer
import PhonolithTestSupport
import Testing

@Suite struct LoginThrottleTests {
    private typealias Client = LoginThrottle.Client

    /// Lets some tries of a client fail.
    private func fail(
        _ client: LoginThrottle.Client, _ count: Int, at moment: Int, _ throttle: LoginThrottle
    ) async throws {
        for _ in 0..<count {
            try await throttle.begin(client, now: { moment })
            throttle.end(client, .failure, now: moment)
        }
    }

    @Test("Failures of many others push out the oldest, not all")
    func full() async throws {
        let throttle = LoginThrottle()
        func client(_ number: Int) -> Client {
            Client(address: "10.0.\(number >> 8).\(number & 255)", name: "ben")
        }
        try await fail(client(0), LoginThrottle.free, at: 0, throttle)
        // Each is counted by its name and by its address.
        let last = LoginThrottle.most / 2
        for number in 1..<last { try await fail(client(number), 1, at: 1, throttle) }
        try await fail(client(1), LoginThrottle.free - 1, at: 2, throttle)
        #expect(await throttle.wait(client(0), now: 0) != nil)
        // One more than are remembered.
        try await fail(client(last), LoginThrottle.free, at: 2, throttle)
        #expect(await throttle.wait(client(0), now: 0) == nil)
        #expect(await throttle.wait(client(1), now: 2) != nil)
        #expect(await throttle.wait(client(last), now: 2) != nil)
    }

    @Test(
        "Failures are counted for a user as the library knows the name, and for an address over all"
    )
    func counting() async throws {
        let throttle = LoginThrottle()
        func wait(_ address: String, _ name: String) async -> Int? {
            await throttle.wait(Client(address: address, name: name), now: 0)
        }
        for name in ["änna", "ANNA", " anna ", "Anna\u{A0}", "a\u{308}nna"] {
            try await fail(Client(address: "2001:db8::1", name: name), 1, at: 0, throttle)
        }
        #expect(await wait("2001:db8::ffff:1", "anna") == 1)
        #expect(await wait("2001:db8:0:1::1", "anna") == nil)
        #expect(await wait("2001:db8::1", "ben") == nil)
        // Text that is no name is counted as one.
        for number in 0..<5 {
            let name = "anna\0\(number)"
            try await fail(Client(address: "192.0.2.1", name: name), 1, at: 0, throttle)
        }
        #expect(await wait("192.0.2.1", "anna\0") == 1)
        #expect(await wait("192.0.2.1", "anna") == nil)
        for number in 5..<LoginThrottle.freeOfAddress {
            let name = "name \(number)"
            try await fail(Client(address: "192.0.2.1", name: name), 1, at: 0, throttle)
        }
        #expect(await wait("192.0.2.1", "anna") == 1)
        #expect(await wait("::ffff:192.0.2.1", "ben") == 1)
        #expect(await wait("192.0.2.2", "ben") == nil)
    }

    @Test("A right proof forgets the failures of its kind, and waits for no others")
    func proofs() async throws {
        let throttle = LoginThrottle()
        let password = Client(address: "10.0.0.1", name: "ben")
        let token = Client(address: "10.0.0.1", name: "ben", proof: .token)
        try await fail(password, LoginThrottle.free, at: 0, throttle)
        try await throttle.begin(token, now: { 0 })
        throttle.end(token, .success, now: 0)
        #expect(await throttle.wait(password, now: 0) == 1)
        await #expect(throws: AccessRefusal.throttled(1)) {
            try await throttle.begin(password, now: { 0 })
        }
        try await throttle.begin(password, now: { 1 })
        throttle.end(password, .success, now: 1)
        #expect(await throttle.wait(password, now: 1) == nil)
    }

    /// How many of some tries at once are checked.
    private func checked(
        _ tries: Int, _ outcome: LoginThrottle.Outcome,
        name: @escaping @Sendable (Int) -> String = { _ in "ben" }
    ) async -> Int {
        let throttle = LoginThrottle()
        return await withTaskGroup(of: Int.self) { group in
            for number in 0..<tries {
                group.addTask {
                    let client = Client(address: "10.0.0.1", name: name(number))
                    do {
                        try await throttle.begin(client, now: { 0 })
                    } catch {
                        return 0
                    }
                    // As long as a password takes.
                    try? await Task.sleep(for: .milliseconds(20))
                    throttle.end(client, outcome, now: 0)
                    return 1
                }
            }
            return await group.reduce(0, +)
        }
    }

    @Test("Of many wrong tries at once no more are checked than of tries one after another")
    func parallelFailures() async {
        #expect(await checked(14, .failure) == LoginThrottle.free)
        #expect(
            await checked(40, .failure, name: { "name \($0)" }) == LoginThrottle.freeOfAddress)
    }

    @Test("Right tries at once are all let in, and what was not compared counts as nothing")
    func parallelSuccesses() async {
        let most = LoginThrottle.mostWaiting + LoginThrottle.free
        #expect(await checked(most, .success) == most)
        #expect(await checked(most, .unknown) == most)
    }

    @Test("What waits is bounded")
    func crowd() async throws {
        let throttle = LoginThrottle()
        let ben = Client(address: "10.0.0.1", name: "ben")
        for _ in 0..<LoginThrottle.free { try await throttle.begin(ben, now: { 0 }) }
        let outcomes = await withTaskGroup(of: AccessRefusal?.self) { group in
            for _ in 0...LoginThrottle.mostWaiting {
                group.addTask {
                    do throws(AccessRefusal) {
                        try await throttle.begin(ben, now: { 0 })
                        return nil
                    } catch {
                        return error
                    }
                }
            }
            // The first to end is the one too many; then the others may end.
            var outcomes = [await group.next() ?? nil]
            for _ in 0..<LoginThrottle.free { throttle.end(ben, .failure, now: 0) }
            for await outcome in group { outcomes.append(outcome) }
            return outcomes
        }
        #expect(outcomes[0] == .crowded)
        #expect(outcomes.dropFirst().allSatisfy { $0 == .throttled(1) })
    }

    @Test("A password that is sent many times at once is checked once")
    func sameAtOnce() async throws {
        let server = try await TestServer.start([:])
        try server.setPassword()
        let codes = try await withThrowingTaskGroup(of: Int?.self) { group in
            for _ in 0..<60 {
                group.addTask { try await server.errorWithPassword("ping") }
            }
            return try await group.reduce(into: [Int?]()) { $0.append($1) }
        }
        #expect(codes == [Int?](repeating: nil, count: 60))
        await server.stop()
    }

    @Test(
        "An app password works whatever failed before, and forgets no failure of the main password")
    func appPasswords() async throws {
        let server = try await TestServer.start([:])
        try server.setPassword()
        func login(_ password: String) async throws -> Int {
            try await server.send(
                "POST", "/api/v1/session", body: #"{"user":"owner","password":"\#(password)"}"#
            ).status
        }
        func error(_ query: String) async throws -> Int? {
            try await server.send("GET", "/rest/ping?f=json&u=owner&\(query)").json()
                .object("subsonic-response", "error")["code"] as? Int
        }
        for _ in 0..<LoginThrottle.free {
            #expect(try await login("wrong") == 401)
            #expect(try await error("p=\(server.secret)") == nil)
            let token = try Digests.md5(server.secret + "salt")
            #expect(try await error("t=\(token)&s=salt") == nil)
        }
        // A token of the main password, by a program that does not know of app passwords, fails again and again.
        let (right, wrong) = (server.secret, TestServer.password)
        for _ in 0...LoginThrottle.free {
            #expect(try await error("t=\(try Digests.md5(wrong + "salt"))&s=salt") != nil)
        }
        #expect(try await error("t=\(try Digests.md5(right + "salt"))&s=salt") == nil)
        #expect(try await login(TestServer.password) == 429)
        #expect(try await error("p=\(TestServer.password)") == 40)
        server.clock.advance(by: .seconds(1))
        #expect(try await login(TestServer.password) == 200)
        await server.stop()
    }

    @Test("Names that no user has do not hold up those of users")
    func unknownNames() async throws {
        let server = try await TestServer.start([:]) { $0.passwordCost = .noticeable }
        try server.setPassword()
        func failures() -> Int { server.log.lines.count { $0.hasPrefix("login failed") } }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<12 {
                group.addTask {
                    let user = "u=nobody\(number)&p=x"
                    _ = try await server.send("GET", "/rest/ping?\(user)")
                }
            }
            // The others wait for a thread by then.
            try await eventually("one was checked") { failures() > 0 }
            #expect(try await server.errorWithPassword("ping") == nil)
            #expect(failures() < 8)
            try await group.waitForAll()
        }
        #expect(failures() == 12)
        await server.stop()
    }

    @Test("Each name with a NUL has no failures of its own")
    func hostileNames() async throws {
        let server = try await TestServer.start([:])
        try server.setPassword()
        func error(_ user: String, _ password: String) async throws -> Int? {
            try await server.send("GET", "/rest/ping?f=json&u=\(user)&p=\(password)").json()
                .object("subsonic-response", "error")["code"] as? Int
        }
        #expect(try await error("owner%00", TestServer.password) == 40)
        for number in 0..<LoginThrottle.free {
            #expect(try await error("%20OWNER%20", "wrong\(number)") == 40)
        }
        #expect(try await error("owner", TestServer.password) == 40)
        server.clock.advance(by: .seconds(1))
        #expect(try await error("owner", TestServer.password) == nil)
        await server.stop()
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
        // A request that was refused without a look at its password is no failed login.
        #expect(
            server.log.lines.count { $0.hasPrefix("login failed") } == LoginThrottle.free)
        await server.stop()
    }
}

extension LoginThrottle {
    /// The seconds until a try counts; `nil` for one that does.
    fileprivate func wait(_ client: Client, now: Int) async -> Int? {
        do throws(AccessRefusal) {
            try await begin(client, now: { now })
            end(client, .unknown, now: now)
            return nil
        } catch {
            guard case .throttled(let seconds) = error else { return nil }
            return seconds
        }
    }
}
