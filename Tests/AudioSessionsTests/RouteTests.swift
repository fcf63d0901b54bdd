import Testing

@testable import PhonolithSound

@Suite("A change of the route")
struct RouteTests {
    private func device(
        _ name: String, _ direction: AudioDevice.Direction = .output, isDefault: Bool = false,
        isMonitor: Bool = false, rate: Int = 48_000, port: String? = nil,
        plugged: [String: Bool?] = [:]
    ) -> AudioDevice {
        AudioDevice(
            direction: direction, id: 1, name: name, description: name,
            ports: plugged.sorted { $0.key < $1.key }.map {
                AudioPort(
                    name: $0.key, description: $0.key, kind: .init(nameOfPort: $0.key),
                    isAvailable: $0.value)
            }, activePort: port, isDefault: isDefault,
            format: AudioFormat(sampleRate: rate, channelCount: 2), bitDepth: 16,
            isMonitor: isMonitor, state: .idle, volume: 1, isMuted: false)
    }

    private var card: AudioDevice {
        device(
            "card", isDefault: true, port: "speaker",
            plugged: ["speaker": nil, "headphones": false])
    }

    private var microphone: AudioDevice { device("mic", .input, isDefault: true) }

    private func changes(
        _ old: [AudioDevice], _ new: [AudioDevice], category: AudioSession.Category = .playback,
        overrides: Bool = false, streams: (old: [String], new: [String]) = ([], [])
    ) -> [AudioRoute.ChangeReason] {
        func look(_ devices: [AudioDevice], _ open: [String]) -> RouteLook {
            let server = ServerState(
                outputs: devices.filter { $0.direction == .output },
                inputs: devices.filter { $0.direction == .input })
            let streams = open.map {
                ProgramStreams.Stream(.output, on: $0, bufferDuration: 0.1)
            }
            return RouteLook(
                route: AudioRoute(of: category, on: server, streams: streams, .init()),
                server: server, purpose: AudioSessionPurpose(category: category))
        }
        return AudioRoute.changes(
            from: look(old, streams.old), to: look(new, streams.new), overrides: overrides)
    }

    @Test("is none if nothing has changed but volumes")
    func none() {
        var louder = card
        louder.volume = 0.5
        #expect(changes([card], [louder]) == [])
    }

    @Test("is plugging, whichever port the server uses then", arguments: ["speaker", "headphones"])
    func plugging(port: String) {
        var plugged = card
        plugged.ports[0].isAvailable = true
        plugged.activePort = port
        #expect(changes([card], [plugged]) == [.newDeviceAvailable])
        #expect(changes([plugged], [card]) == [.oldDeviceUnavailable])
    }

    @Test("is a device that comes or goes, but not a monitor")
    func devices() {
        let (other, monitor) = (
            device("other"), device("card.monitor", .input, isMonitor: true)
        )
        #expect(changes([card], [card, other]) == [.newDeviceAvailable])
        #expect(changes([card, other], [card]) == [.oldDeviceUnavailable])
        #expect(changes([card], [card, microphone]) == [.newDeviceAvailable])
        #expect(changes([card], [card, monitor]) == [])
        #expect(
            changes([card], [device("other", isDefault: true)])
                == [.oldDeviceUnavailable, .newDeviceAvailable])
    }

    @Test("is an override if another device is chosen, and a configuration if another port is")
    func choices() {
        let (first, second) = (device("a", isDefault: true), device("b"))
        let (former, latter) = (device("a"), device("b", isDefault: true))
        #expect(changes([first, second], [former, latter]) == [.override])
        #expect(
            changes([first, second], [first, second], streams: (["a"], ["b"])) == [.override])
        let speaker = device("a", isDefault: true, port: "x", plugged: ["x": nil, "y": nil])
        var line = speaker
        line.activePort = "y"
        #expect(changes([speaker], [line]) == [.routeConfigurationChange])
        #expect(changes([speaker], [line], overrides: true) == [.override])
        #expect(
            changes([first], [device("a", isDefault: true, rate: 44_100)])
                == [.routeConfigurationChange])
    }

    @Test("is another category, whatever else has changed")
    func category() {
        func look(_ devices: [AudioDevice], _ category: AudioSession.Category) -> RouteLook {
            let server = ServerState(outputs: devices, inputs: [microphone])
            return RouteLook(
                route: AudioRoute(of: category, on: server, streams: [], .init()), server: server,
                purpose: AudioSessionPurpose(category: category))
        }
        #expect(
            AudioRoute.changes(from: look([card], .playback), to: look([card], .record))
                == [.categoryChange])
        #expect(
            AudioRoute.changes(
                from: look([card], .playback), to: look([card, device("a")], .playAndRecord))
                == [.newDeviceAvailable, .categoryChange])
    }

    @Test("is that nothing is left")
    func unsuitable() {
        #expect(changes([card], []) == [.oldDeviceUnavailable, .noSuitableRoute])
        #expect(
            changes([card, microphone], [card], category: .record)
                == [.oldDeviceUnavailable, .noSuitableRoute])
        #expect(changes([card, microphone], [card]) == [.oldDeviceUnavailable])
    }

    @Test("a route has the devices that its category uses, first those of open streams")
    func route() {
        let server = ServerState(
            outputs: [card, device("a"), device("b")],
            inputs: [microphone, device("line", .input)])
        func names(
            _ category: AudioSession.Category, _ open: [String] = [],
            _ change: (inout ProgramStreams.Wishes) -> Void = { _ in }
        ) -> [[String]] {
            var wishes = ProgramStreams.Wishes()
            change(&wishes)
            let streams = open.map {
                ProgramStreams.Stream(.output, on: $0, bufferDuration: 0.1)
            }
            let route = AudioRoute(of: category, on: server, streams: streams, wishes)
            return [route.outputs.map(\.name), route.inputs.map(\.name)]
        }
        #expect(names(.playback) == [["card"], []])
        #expect(names(.record) == [[], ["mic"]])
        #expect(names(.playAndRecord) == [["card"], ["mic"]])
        #expect(names(.multiRoute, ["b", "a"]) == [["a", "b"], ["mic"]])
        #expect(names(.playback) { $0.output = "b" } == [["b"], []])
        #expect(names(.playback) { $0.output = "gone" } == [["card"], []])
        #expect(names(.record) { $0.input = "line" } == [[], ["line"]])
        #expect(names(.playback, ["a"]) { $0.output = "b" } == [["a"], []])
    }

    @Test("a loudspeaker is found by the kind of its port")
    func speaker() {
        #expect(card.speakerPort?.name == "speaker")
        #expect(device("a", plugged: ["speaker": false, "hdmi": nil]).speakerPort == nil)
    }
}
