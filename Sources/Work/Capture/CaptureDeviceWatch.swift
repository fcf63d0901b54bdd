internal import FoundationEssentials
internal import PhonolithFiles
internal import PhonolithSound
internal import Synchronization

/// A camera that came or went; the counterpart of `AVCaptureDevice.wasConnectedNotification` and its opposite.
public enum CaptureDeviceEvent: Hashable, Sendable {
    /// A camera was connected, and can be used.
    case connected(CaptureDevice)
    /// A camera was disconnected.
    case disconnected(CaptureDevice)

    /// The changes between two listings: what went, then what came, each in the order of its listing.
    static func changes(
        from old: [CaptureDevice], to new: [CaptureDevice]
    ) -> [CaptureDeviceEvent] {
        // Another camera may have the number of one that went.
        func isIn(_ devices: [CaptureDevice], _ device: CaptureDevice) -> Bool {
            devices.contains { ($0.id, $0.name, $0.bus) == (device.id, device.name, device.bus) }
        }
        return old.filter { !isIn(new, $0) }.map(CaptureDeviceEvent.disconnected)
            + new.filter { !isIn(old, $0) }.map(CaptureDeviceEvent.connected)
    }
}

/// The listing of cameras that a watch compares.
struct CaptureDeviceListing: Sendable {
    /// The names of the devices that may be cameras; asking for them costs nothing and opens nothing.
    var names: @Sendable () -> Set<String>
    /// Describes those that are. Blocks its thread.
    var devices: @Sendable () -> [CaptureDevice]

    /// That of this machine.
    static let system = CaptureDeviceListing(
        names: { Set(CameraListing.names) }, devices: CameraListing.devices)
}

/// Reports cameras that come and go while anybody listens.
final class CaptureDeviceWatch: Sendable {
    private let listing: CaptureDeviceListing
    private let listeners = EventListeners<CaptureDeviceEvent>()
    private let isRunning = Mutex(false)
    private let interval: Double

    /// That of this machine's cameras.
    static let shared = CaptureDeviceWatch(.system, every: 1)

    /// How often a device that is new is asked again whether it can be opened: its rights are set after its name.
    private static let mostAttempts = 5

    /// - Parameter interval: From one look to the next, in seconds.
    init(_ listing: CaptureDeviceListing, every interval: Double) {
        (self.listing, self.interval) = (listing, interval)
    }

    /// The events from now on. Blocks its thread, for the listing that later ones are compared with.
    func events() -> AsyncStream<CaptureDeviceEvent> {
        let stream = listeners.stream()
        let isFirst = isRunning.withLock { isRunning in
            defer { isRunning = true }
            return !isRunning
        }
        guard isFirst else { return stream }
        let look = Look(listing)
        BlockingThread.start(named: "cameras") { [self] in run(look) }
        return stream
    }

    private func run(_ first: Look) {
        var look = first
        while true {
            BlockingThread.pause(interval)
            let goesOn = isRunning.withLock { isRunning in
                isRunning = !listeners.isEmpty
                return isRunning
            }
            guard goesOn else { return }
            for event in look.again(listing, Self.mostAttempts) { listeners.send(event) }
        }
    }

    /// The last look at the cameras.
    private struct Look: Sendable {
        var names: Set<String>
        var devices: [CaptureDevice]
        /// How often the devices have been asked since their names changed.
        var attempts = 0

        init(_ listing: CaptureDeviceListing) {
            names = listing.names()
            devices = listing.devices()
        }

        mutating func again(
            _ listing: CaptureDeviceListing, _ mostAttempts: Int
        ) -> [CaptureDeviceEvent] {
            let now = listing.names()
            if now != names { (names, attempts) = (now, mostAttempts) }
            guard attempts > 0 else { return [] }
            attempts -= 1
            let old = devices
            devices = listing.devices()
            return CaptureDeviceEvent.changes(from: old, to: devices)
        }
    }
}
