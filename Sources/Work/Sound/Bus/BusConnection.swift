internal import CPhonolithSystemd
import Glibc
import PhonolithFiles
internal import Synchronization

/// The session bus, on a thread of its own; sd-bus is not for use by two.
package final class BusConnection: @unchecked Sendable {
    // Sendable by proof: `bus`, `slot` and `pending` are touched by the thread alone once it runs; `work` only
    // while the mutex is locked; the two descriptors never change.

    /// The handler of calls. Called on the bus's thread; must not wait.
    package typealias Answer = @Sendable (BusCall) -> BusReply

    private var bus: OpaquePointer?
    private var slot: OpaquePointer?
    private let answer: Answer
    private let received: @Sendable (BusSignal) -> Void
    /// Calls of other programs that are not answered yet.
    var pending: Set<PendingCall> = []
    private let work = Mutex(Work())
    private let isEnding = Atomic<Bool>(false)
    private let wakeUp: (read: Int32, write: Int32)
    private let path: String

    /// The work for the thread.
    private struct Work {
        /// Called with the bus; with `nil` if it is gone.
        var jobs: [Job] = []
        /// Whether the thread takes no more.
        var hasEnded = false
    }

    typealias Job = @Sendable (OpaquePointer?) -> Void

    /// Connects, and answers for an object. Blocks its thread.
    ///
    /// - Parameters:
    ///   - address: The bus; `nil` for that of the user's session.
    ///   - names: The first of them that is free is taken; none for a connection that only calls others.
    ///   - path: The object's path.
    ///   - rules: The signals to receive, as the bus has them ("Match Rules" of the D-Bus Specification).
    ///   - received: Called for each signal on the bus's thread, in their order and before the answers of calls that came
    ///     after them; must not wait.
    /// - Returns: `nil` if there is no such bus, or none of the names is free.
    package init?(
        to address: String? = nil, names: [String] = [], path: String = "/phonolith",
        rules: [String] = [], received: @escaping @Sendable (BusSignal) -> Void = { _ in },
        answer: @escaping Answer = { _ in .unknown }
    ) {
        var descriptors: [Int32] = [-1, -1]
        guard pipe(&descriptors) == 0 else { return nil }
        for descriptor in descriptors {
            _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        }
        wakeUp = (descriptors[0], descriptors[1])
        self.answer = answer
        self.received = received
        self.path = path
        let me = Unmanaged.passUnretained(self).toOpaque()
        guard open(address), names.isEmpty || take(names),
            sd_bus_add_object(bus, &slot, path, receive, me) >= 0,
            rules.allSatisfy({ sd_bus_add_match(bus, nil, $0, receiveSignal, me) >= 0 })
        else {
            sd_bus_flush_close_unref(bus)
            return nil
        }
        BlockingThread.start(named: "play-bus") { [self] in run() }
    }

    deinit {
        Glibc.close(wakeUp.read)
        Glibc.close(wakeUp.write)
    }

    private func open(_ address: String?) -> Bool {
        guard let address else { return sd_bus_open_user(&bus) >= 0 }
        return sd_bus_new(&bus) >= 0 && sd_bus_set_address(bus, address) >= 0
            && sd_bus_set_bus_client(bus, 1) >= 0 && sd_bus_start(bus) >= 0
    }

    private func take(_ names: [String]) -> Bool {
        names.contains { sd_bus_request_name(bus, $0, 0) >= 0 }
    }

    /// Gives the name back and ends the thread.
    package func close() {
        isEnding.store(true, ordering: .relaxed)
        wake()
    }

    /// Sends a signal of the object.
    package func emit(_ interface: String, _ member: String, _ arguments: [BusValue]) {
        let path = path
        _ = onThread { bus in
            var message: OpaquePointer?
            guard
                sd_bus_message_new_signal(bus, &message, path, interface, member) >= 0
            else { return }
            for argument in arguments { argument.append(to: message) }
            sd_bus_send(bus, message, nil)
            sd_bus_message_unref(message)
        }
    }

    /// Has the bus's thread do something.
    ///
    /// - Returns: `false` if it has ended.
    func onThread(_ job: @escaping Job) -> Bool {
        let isTaken = work.withLock { work in
            if !work.hasEnded { work.jobs.append(job) }
            return !work.hasEnded
        }
        if isTaken { wake() }
        return isTaken
    }

    private func wake() {
        var byte: UInt8 = 0
        _ = Glibc.write(wakeUp.write, &byte, 1)
    }

    // MARK: - The thread

    private func run() {
        while !isEnding.load(ordering: .relaxed) {
            for job in takeJobs() { job(bus) }
            let answer = sd_bus_process(bus, nil)
            // The bus is gone: the session has ended.
            if answer < 0 { break }
            if answer == 0 { wait() }
        }
        for job in takeJobs(isLast: true) { job(bus) }
        for call in pending { call.finish(nil) }
        sd_bus_flush(bus)
        sd_bus_slot_unref(slot)
        sd_bus_flush_close_unref(bus)
    }

    private func takeJobs(isLast: Bool = false) -> [Job] {
        work.withLock { work in
            defer { work.jobs = [] }
            work.hasEnded = isLast
            return work.jobs
        }
    }

    private func wait() {
        var timeout: UInt64 = .max
        sd_bus_get_timeout(bus, &timeout)
        var descriptors = [
            pollfd(fd: sd_bus_get_fd(bus), events: Int16(sd_bus_get_events(bus)), revents: 0),
            pollfd(fd: wakeUp.read, events: Int16(POLLIN), revents: 0),
        ]
        poll(&descriptors, 2, timeout == .max ? -1 : 100)
        var bytes = [UInt8](repeating: 0, count: 64)
        while read(wakeUp.read, &bytes, bytes.count) > 0 {}
    }

    fileprivate func handle(signal message: OpaquePointer?) {
        received(
            BusSignal(
                sender: Self.text(sd_bus_message_get_sender(message)),
                path: Self.text(sd_bus_message_get_path(message)),
                interface: Self.text(sd_bus_message_get_interface(message)),
                member: Self.text(sd_bus_message_get_member(message)),
                arguments: BusArguments(message: message).values()))
    }

    private static func text(_ pointer: UnsafePointer<CChar>?) -> String {
        pointer.map { String(cString: $0) } ?? ""
    }

    fileprivate func handle(_ message: OpaquePointer?) -> CInt {
        let call = BusCall(
            interface: Self.text(sd_bus_message_get_interface(message)),
            member: Self.text(sd_bus_message_get_member(message)),
            arguments: BusArguments(message: message))
        var reply: OpaquePointer?
        switch answer(call) {
        case .unknown: return 0
        case .error(let reason):
            var error = sd_bus_error()
            defer { sd_bus_error_free(&error) }
            sd_bus_error_set(&error, "org.freedesktop.DBus.Error.InvalidArgs", reason)
            sd_bus_reply_method_error(message, &error)
            return 1
        case .values(let values):
            guard sd_bus_message_new_method_return(message, &reply) >= 0 else { return 1 }
            defer { sd_bus_message_unref(reply) }
            for value in values { value.append(to: reply) }
            sd_bus_send(sd_bus_message_get_bus(message), reply, nil)
            return 1
        }
    }
}

/// A call of one of the object's methods.
package struct BusCall {
    package let interface: String
    package let member: String
    package let arguments: BusArguments
}

/// The reply to a call.
package enum BusReply {
    case values([BusValue])
    case error(String)
    /// There is no such method.
    case unknown
}

private func receive(
    _ message: OpaquePointer?, _ pointer: UnsafeMutableRawPointer?,
    _: UnsafeMutablePointer<sd_bus_error>?
) -> CInt {
    guard let pointer else { return 0 }
    let connection = Unmanaged<BusConnection>.fromOpaque(pointer).takeUnretainedValue()
    return connection.handle(message)
}

private func receiveSignal(
    _ message: OpaquePointer?, _ pointer: UnsafeMutableRawPointer?,
    _: UnsafeMutablePointer<sd_bus_error>?
) -> CInt {
    guard let pointer else { return 0 }
    Unmanaged<BusConnection>.fromOpaque(pointer).takeUnretainedValue().handle(signal: message)
    // Others may have asked for it, too.
    return 0
}
