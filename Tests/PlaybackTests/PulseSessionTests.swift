import PhonolithPlayback
import Testing

@Suite("What happens to a sound server's devices")
struct PulseSessionTests {
    private func session(on sink: UInt32 = 1, port: String? = nil) -> PulseSession {
        var session = PulseSession()
        session.sink = sink
        _ = session.described(sink: sink, activePort: port, unavailablePorts: [])
        return session
    }

    @Test("headphones that are pulled out are a loss, once")
    func port() {
        var session = session(port: "headphones")
        let gone = { (session: inout PulseSession, active: String) in
            session.described(sink: 1, activePort: active, unavailablePorts: ["headphones"])
        }
        #expect(gone(&session, "speaker") == .deviceLost)
        #expect(gone(&session, "speaker") == nil)
    }

    @Test("a port that stays chosen though it is gone is a loss, once")
    func chosenPort() {
        var session = session(port: "headphones")
        for expected in [OutputEvent.deviceLost, nil] {
            let event = session.described(
                sink: 1, activePort: "headphones", unavailablePorts: ["headphones"])
            #expect(event == expected)
        }
    }

    @Test("headphones that are put in, and ports of other sinks, are none")
    func otherPorts() {
        var session = session(port: "speaker")
        #expect(session.described(sink: 1, activePort: "headphones", unavailablePorts: []) == nil)
        #expect(
            session.described(sink: 2, activePort: "x", unavailablePorts: ["headphones"]) == nil)
    }

    @Test("the sink that plays is a loss, also where the server rescued the stream before")
    func sink() {
        var session = session()
        #expect(session.removed(sink: 2, at: 0) == nil)
        session.move(to: 3, at: 10)
        #expect(session.removed(sink: 1, at: 10.5) == .deviceLost)
        #expect(session.removed(sink: 3, at: 11) == .deviceLost)
    }

    @Test("a sink that the user left some time ago is none")
    func left() {
        var session = session()
        session.move(to: 3, at: 10)
        #expect(session.removed(sink: 1, at: 20) == nil)
    }

    @Test("the server is lost once")
    func server() {
        var session = session()
        #expect(session.lost(.server) == .serverLost)
        #expect(session.lost(.stream) == nil)
    }

    @Test(
        "a stream that the server has muted is interrupted if another is a call",
        arguments: [
            ("phone", true, true), ("phone", false, false), ("music", true, false),
            (nil, true, false),
        ] as [(String?, Bool, Bool)])
    func call(role: String?, isMuted: Bool, isInterrupted: Bool) {
        let streams = [
            PulseSession.Stream(index: 1, role: "music", isMuted: isMuted),
            PulseSession.Stream(index: 2, role: role, isMuted: false),
        ]
        #expect(PulseSession.isInterrupted(1, among: streams) == isInterrupted)
    }
}
