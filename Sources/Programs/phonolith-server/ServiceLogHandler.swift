import Logging

/// Writes the lines of the service, whatever target they come from, as lines of `Server`: filters of users' logs, as that
/// of fail2ban in `docs/service.md`, rely on the name.
struct ServiceLogHandler: LogHandler {
    private var handler: StreamLogHandler

    private static let targets: Set = ["Access", "NativeAPI", "OpenSubsonic", "Serving"]

    init(_ handler: StreamLogHandler) { self.handler = handler }

    var metadata: Logger.Metadata {
        get { handler.metadata }
        set { handler.metadata = newValue }
    }

    var logLevel: Logger.Level {
        get { handler.logLevel }
        set { handler.logLevel = newValue }
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { handler[metadataKey: key] }
        set { handler[metadataKey: key] = newValue }
    }

    func log(event: LogEvent) {
        var event = event
        if Self.targets.contains(event.source) { event.source = "Server" }
        handler.log(event: event)
    }
}
