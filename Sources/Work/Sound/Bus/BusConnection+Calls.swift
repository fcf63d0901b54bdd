internal import CPhonolithSystemd

extension BusConnection {
    /// Calls a method.
    ///
    /// - Parameters:
    ///   - limit: How long an answer is waited for.
    ///   - note: Called with the answer on the bus's thread, between the signals that came before and after it; must not wait.
    /// - Returns: The method's result; `nil` if there is no such program or method, it refuses, or does not answer in time.
    package func call(
        _ method: BusMethod, _ arguments: [BusValue] = [], limit: Duration = .seconds(2),
        note: (@Sendable ([BusValue]) -> Void)? = nil
    ) async -> [BusValue]? {
        await withCheckedContinuation { continuation in
            let call = PendingCall(on: self, continuation, note)
            let isTaken = onThread { [self] bus in
                guard let bus else { return call.finish(nil) }
                pending.insert(call)
                send(method, arguments, limit, call, on: bus)
            }
            if !isTaken { call.finish(nil) }
        }
    }

    // On the bus's thread.
    private func send(
        _ method: BusMethod, _ arguments: [BusValue], _ limit: Duration, _ call: PendingCall,
        on bus: OpaquePointer
    ) {
        var message: OpaquePointer?
        defer { sd_bus_message_unref(message) }
        guard
            sd_bus_message_new_method_call(
                bus, &message, method.destination, method.path, method.interface, method.member)
                >= 0
        else { return call.finish(nil) }
        for argument in arguments { argument.append(to: message) }
        let isSent = sd_bus_call_async(
            bus, nil, message, answered, Unmanaged.passUnretained(call).toOpaque(),
            UInt64(limit / .microseconds(1)))
        if isSent < 0 { call.finish(nil) }
    }
}

/// A call that is not answered yet; on the bus's thread. Its connection keeps it until then.
final class PendingCall: Hashable, @unchecked Sendable {
    // Sendable by proof: touched by the bus's thread alone, or where the call never came to it.
    private unowned let connection: BusConnection
    private var continuation: CheckedContinuation<[BusValue]?, Never>?
    private let note: (@Sendable ([BusValue]) -> Void)?

    fileprivate init(
        on connection: BusConnection, _ continuation: CheckedContinuation<[BusValue]?, Never>,
        _ note: (@Sendable ([BusValue]) -> Void)?
    ) {
        (self.connection, self.continuation, self.note) = (connection, continuation, note)
    }

    func finish(_ answer: [BusValue]?) {
        if let answer { note?(answer) }
        continuation?.resume(returning: answer)
        continuation = nil
        connection.pending.remove(self)
    }

    static func == (left: PendingCall, right: PendingCall) -> Bool { left === right }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

private func answered(
    _ message: OpaquePointer?, _ pointer: UnsafeMutableRawPointer?,
    _: UnsafeMutablePointer<sd_bus_error>?
) -> CInt {
    guard let pointer else { return 0 }
    let isError = sd_bus_message_is_method_error(message, nil) > 0
    Unmanaged<PendingCall>.fromOpaque(pointer).takeUnretainedValue()
        .finish(isError ? nil : BusArguments(message: message).values())
    return 1
}
