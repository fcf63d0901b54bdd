import PhonolithSound
import PhonolithTestSupport
import Synchronization

/// A player on a bus, as far as others see it (MPRIS).
final class FakePlayer: Sendable {
    struct Facts: Hashable, Sendable {
        var status = "Playing"
        var track = "/track/1"
        var genres: [String] = []
        var canPause = true
        /// Whether it does what it is asked to.
        var obeys = true
        /// The requests so far.
        var calls: [String] = []
    }

    private final class State: Sendable {
        let facts: Mutex<Facts>
        let connection = Mutex<BusConnection?>(nil)

        init(_ facts: Facts) { self.facts = Mutex(facts) }

        func answer(_ call: BusCall, name: String) -> BusReply {
            switch call.member {
            case "GetAll":
                let isRoot = call.arguments.text() == "org.mpris.MediaPlayer2"
                return .values([.dictionary(isRoot ? root(name) : player)])
            case "Play", "Pause":
                let obeys = facts.withLock { facts in
                    facts.calls.append(call.member)
                    return facts.obeys
                }
                if obeys { change { $0.status = call.member == "Play" ? "Playing" : "Paused" } }
                return .values([])
            default: return .unknown
            }
        }

        private func root(_ name: String) -> [BusValue.Pair] {
            [BusValue.Pair(name: "Identity", value: .text(name))]
        }

        private var player: [BusValue.Pair] {
            facts.withLock { facts in
                [
                    BusValue.Pair(name: "PlaybackStatus", value: .text(facts.status)),
                    BusValue.Pair(name: "CanPause", value: .boolean(facts.canPause)),
                    BusValue.Pair(
                        name: "Metadata",
                        value: [
                            "mpris:trackid": .path(facts.track), "mpris:length": .integer(1),
                            "xesam:genre": .texts(facts.genres),
                        ]),
                ]
            }
        }

        func change(_ body: (inout Facts) -> Void) {
            facts.withLock { body(&$0) }
            connection.withLock {
                $0?.emit(
                    "org.freedesktop.DBus.Properties", "PropertiesChanged",
                    [
                        .text("org.mpris.MediaPlayer2.Player"), .dictionary(player), .texts([]),
                    ])
            }
        }
    }

    private let state: State

    init(_ name: String, on bus: BusServer, _ facts: Facts = Facts()) throws {
        let state = State(facts)
        self.state = state
        let connection = BusConnection(
            to: bus.address, names: ["org.mpris.MediaPlayer2.\(name)"],
            path: "/org/mpris/MediaPlayer2", answer: { state.answer($0, name: name) })
        struct NoBus: Error {}
        guard let connection else { throw NoBus() }
        state.connection.withLock { $0 = connection }
    }

    deinit { leave() }

    var facts: Facts { state.facts.withLock { $0 } }

    /// The user changes something.
    func touch(_ body: (inout Facts) -> Void) { state.change(body) }

    /// The program ends.
    func leave() {
        state.connection.withLock { connection in
            connection?.close()
            connection = nil
        }
    }
}
