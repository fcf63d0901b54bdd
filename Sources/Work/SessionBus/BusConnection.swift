internal import CSystemd
import Foundation
internal import Synchronization

/// The session bus, on a thread of its own; sd-bus is not for use by two.
package final class BusConnection: @unchecked Sendable {
    // Sendable by proof: `bus` and `slot` are touched by the thread alone once it runs; `work` only
    // while the mutex is locked; the two descriptors never change.

    /// What answers calls. Called on the bus's thread; must not wait.
    package typealias Answer = @Sendable (BusCall) -> BusReply

    private var bus: OpaquePointer?
    private var slot: OpaquePointer?
    private let answer: Answer
    private let work = Mutex<[@Sendable (OpaquePointer?) -> Void]>([])
    private let isEnding = Atomic<Bool>(false)
    private let wakeUp: (read: Int32, write: Int32)
    private let path: String

    /// Connects, and answers for an object.
    ///
    /// - Parameters:
    ///   - names: The first of them that is free is taken.
    ///   - path: The object's path.
    /// - Returns: `nil` if there is no session bus, or none of the names is free.
    package init?(names: [String], path: String, answer: @escaping Answer) {
        var descriptors: [Int32] = [-1, -1]
        guard pipe(&descriptors) == 0 else { return nil }
        for descriptor in descriptors {
            _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        }
        wakeUp = (descriptors[0], descriptors[1])
        self.answer = answer
        self.path = path
        let me = Unmanaged.passUnretained(self).toOpaque()
        guard sd_bus_open_user(&bus) >= 0, take(names),
            sd_bus_add_object(bus, &slot, path, receive, me) >= 0
        else {
            sd_bus_flush_close_unref(bus)
            return nil
        }
        Thread { [self] in run() }.start()
    }

    deinit {
        Foundation.close(wakeUp.read)
        Foundation.close(wakeUp.write)
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
        work.withLock {
            $0.append { bus in
                var message: OpaquePointer?
                guard
                    sd_bus_message_new_signal(bus, &message, path, interface, member) >= 0
                else { return }
                for argument in arguments { argument.append(to: message) }
                sd_bus_send(bus, message, nil)
                sd_bus_message_unref(message)
            }
        }
        wake()
    }

    private func wake() {
        var byte: UInt8 = 0
        _ = Foundation.write(wakeUp.write, &byte, 1)
    }

    // MARK: - The thread

    private func run() {
        Thread.current.name = "play-bus"
        while !isEnding.load(ordering: .relaxed) {
            for job in work.withLock({ jobs in
                defer { jobs = [] }; return jobs
            }) { job(bus) }
            let answer = sd_bus_process(bus, nil)
            // The bus is gone: the session has ended.
            if answer < 0 { break }
            if answer == 0 { wait() }
        }
        for job in work.withLock({ $0 }) { job(bus) }
        sd_bus_flush(bus)
        sd_bus_slot_unref(slot)
        sd_bus_flush_close_unref(bus)
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

    fileprivate func handle(_ message: OpaquePointer?) -> CInt {
        func text(_ pointer: UnsafePointer<CChar>?) -> String {
            pointer.map { String(cString: $0) } ?? ""
        }
        let call = BusCall(
            interface: text(sd_bus_message_get_interface(message)),
            member: text(sd_bus_message_get_member(message)),
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

/// What a call is answered with.
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
