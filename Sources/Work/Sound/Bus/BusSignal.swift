/// A signal of another program on the bus.
package struct BusSignal: Hashable, Sendable {
    /// The unique name of the sender's connection, such as `:1.42`; for signals of the bus itself its own name.
    package var sender: String
    package var path: String
    package var interface: String
    package var member: String
    package var arguments: [BusValue]
}

/// A method of an object of another program.
package struct BusMethod: Hashable, Sendable {
    /// The name of the program's connection.
    package var destination: String
    package var path: String
    package var interface: String
    package var member: String

    package init(_ destination: String, path: String, _ interface: String, _ member: String) {
        self.destination = destination
        self.path = path
        self.interface = interface
        self.member = member
    }
}
