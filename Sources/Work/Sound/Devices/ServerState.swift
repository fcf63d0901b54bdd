/// A sound server at one moment.
package struct ServerState: Hashable, Sendable {
    package var outputs: [AudioDevice]
    package var inputs: [AudioDevice]
    /// The streams that programs play.
    package var streams: [Stream] = []
    package var modules: [Module] = []

    package init(
        outputs: [AudioDevice], inputs: [AudioDevice], streams: [Stream] = [],
        modules: [Module] = []
    ) {
        (self.outputs, self.inputs) = (outputs, inputs)
        (self.streams, self.modules) = (streams, modules)
    }

    /// A stream that a program plays.
    package struct Stream: Hashable, Sendable {
        /// The number of the program's process; `nil` if the program did not give it.
        package var process: Int?
        // The stream's purpose (`media.role`).
        package var role: String?
        /// Whether the stream is paused or muted.
        package var isSilent: Bool

        package init(process: Int?, role: String?, isSilent: Bool) {
            (self.process, self.role, self.isSilent) = (process, role, isSilent)
        }
    }

    /// A part of the server.
    package struct Module: Hashable, Sendable {
        // Such as `module-role-ducking`.
        package var name: String
        /// The arguments it was loaded with, such as `trigger_roles=a11y volume=-20dB`.
        package var argument: String

        package init(name: String, argument: String) {
            (self.name, self.argument) = (name, argument)
        }

        /// The value of an argument, without its quotes.
        package func value(_ key: String) -> String? {
            argument.split(separator: " ").first { $0.hasPrefix(key + "=") }
                .map { $0.dropFirst(key.count + 1).filter { $0 != "\"" && $0 != "'" } }
        }
    }
}
