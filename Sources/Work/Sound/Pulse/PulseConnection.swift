internal import CPhonolithPulse

/// A connection to the sound server.
///
/// The server's library has a thread of its own (`pa_threaded_mainloop`). It calls the callbacks; other threads lock the
/// mainloop before they touch the connection or its streams.
final class PulseConnection: @unchecked Sendable {
    // Sendable by proof: the handles never change until `close`, which the owner calls last and once; the callbacks
    // are set and called while the mainloop is locked.

    let mainloop: OpaquePointer
    let context: OpaquePointer
    private let answerLimit: Duration
    /// The server's address; empty for the user's own server.
    private let address: String
    private var isClosed = false
    /// Called when the connection's state changes, on the mainloop's thread.
    var stateChanged: (() -> Void)?
    /// Called when a device or the server's defaults change, after ``watch(_:)``, on the mainloop's thread.
    var deviceChanged: ((PulseChange) -> Void)?

    /// Connects. Blocks its thread.
    ///
    /// - Parameter role: The value of `media.role`; `nil` for a connection without streams.
    /// - Throws: ``AudioDeviceError``.
    static func open(
        _ server: SoundServer, role: String?
    ) throws(AudioDeviceError) -> PulseConnection {
        let connection = try PulseConnection(server, role: role)
        do throws(AudioDeviceError) {
            try connection.connect(to: server.address)
        } catch {
            connection.close()
            throw error
        }
        return connection
    }

    private init(_ server: SoundServer, role: String?) throws(AudioDeviceError) {
        let (program, address) = (server.programName, server.address ?? "")
        (answerLimit, self.address) = (server.answerLimit, address)
        let properties = pa_proplist_new()
        defer { pa_proplist_free(properties) }
        let names = [
            ("application.name", program.shown), ("application.id", program.identifier),
            ("application.icon_name", "multimedia-audio-player"),
        ]
        for (key, value) in names { pa_proplist_sets(properties, key, value) }
        if let role { pa_proplist_sets(properties, PA_PROP_MEDIA_ROLE, role) }
        guard let mainloop = pa_threaded_mainloop_new() else {
            throw Self.failure(.serverFailed, address, "no memory")
        }
        guard
            let context = pa_context_new_with_proplist(
                pa_threaded_mainloop_get_api(mainloop), program.shown, properties)
        else {
            pa_threaded_mainloop_free(mainloop)
            throw Self.failure(.serverFailed, address, "no memory")
        }
        (self.mainloop, self.context) = (mainloop, context)
    }

    private func connect(to address: String?) throws(AudioDeviceError) {
        let me = Unmanaged.passUnretained(self).toOpaque()
        pa_context_set_state_callback(context, contextChanged, me)
        pa_context_set_subscribe_callback(context, serverChanged, me)
        guard pa_context_connect(context, address, PA_CONTEXT_NOFLAGS, nil) >= 0,
            pa_threaded_mainloop_start(mainloop) >= 0
        else { throw failure() }
        pa_threaded_mainloop_lock(mainloop)
        defer { pa_threaded_mainloop_unlock(mainloop) }
        try wait { pa_context_get_state(context) == PA_CONTEXT_READY }
    }

    /// Whether the server is gone.
    var isLost: Bool {
        let state = pa_context_get_state(context)
        return state == PA_CONTEXT_FAILED || state == PA_CONTEXT_TERMINATED
    }

    /// Disconnects. Must be called before the last reference is released; its streams must be closed.
    func close() {
        guard !isClosed else { return }
        isClosed = true
        locked {
            pa_context_set_state_callback(context, nil, nil)
            pa_context_set_subscribe_callback(context, nil, nil)
            (stateChanged, deviceChanged) = (nil, nil)
            pa_context_disconnect(context)
            pa_context_unref(context)
        }
        pa_threaded_mainloop_stop(mainloop)
        pa_threaded_mainloop_free(mainloop)
    }

    // MARK: - Locking and waiting

    /// Runs something with the mainloop locked; not on the mainloop's own thread.
    func locked<Value, Failure: Error>(
        _ body: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        pa_threaded_mainloop_lock(mainloop)
        defer { pa_threaded_mainloop_unlock(mainloop) }
        return try body()
    }

    /// Ends the wait of another thread for a moment, in which it checks its condition.
    func wake() { pa_threaded_mainloop_signal(mainloop, 0) }

    /// Waits, with the mainloop locked, until the server has answered.
    ///
    /// - Parameters:
    ///   - stream: A stream whose failure ends the wait, too.
    ///   - limit: The longest wait; by default that for any answer.
    func wait(
        for stream: OpaquePointer? = nil, atMost limit: Duration? = nil, until isDone: () -> Bool
    ) throws(AudioDeviceError) {
        let begin = ContinuousClock.now
        let limit = limit ?? answerLimit
        let alarm = alarm(after: limit)
        defer {
            if let alarm { pa_threaded_mainloop_get_api(mainloop).pointee.time_free(alarm) }
        }
        while !isDone() {
            let streamState = stream.map { pa_stream_get_state($0) }
            guard !isLost, streamState != PA_STREAM_FAILED, streamState != PA_STREAM_TERMINATED
            else { throw failure() }
            guard begin.duration(to: .now) < limit else {
                throw Self.failure(.noAnswer, address, "it does not answer")
            }
            pa_threaded_mainloop_wait(mainloop)
        }
    }

    /// Waits, with the mainloop locked, until the server has carried out an operation.
    func complete(_ operation: OpaquePointer?) throws(AudioDeviceError) {
        guard let operation else { throw failure() }
        defer { pa_operation_unref(operation) }
        pa_operation_set_state_callback(
            operation,
            { _, mainloop in
                pa_threaded_mainloop_signal(mainloop.map(OpaquePointer.init), 0)
            }, UnsafeMutableRawPointer(mainloop))
        do throws(AudioDeviceError) {
            try wait { pa_operation_get_state(operation) != PA_OPERATION_RUNNING }
        } catch {
            // Its callback is not called any more.
            pa_operation_cancel(operation)
            throw error
        }
    }

    /// An event of the mainloop that ends a wait.
    private func alarm(after time: Duration) -> OpaquePointer? {
        // A little later than the limit, which has passed then.
        let moment = pa_rtclock_now() + pa_usec_t(time / .microseconds(1)) + 1000
        return pa_context_rttime_new(
            context, moment,
            { _, _, _, mainloop in
                pa_threaded_mainloop_signal(mainloop.map(OpaquePointer.init), 0)
            }, UnsafeMutableRawPointer(mainloop))
    }

    // MARK: - Errors

    /// The error of the last call.
    func failure() -> AudioDeviceError {
        let number = pa_context_errno(context)
        let code = AudioDeviceError.Code(ofServerError: UInt32(clamping: number))
        return Self.failure(code, address, String(cString: pa_strerror(number)))
    }

    private static func failure(
        _ code: AudioDeviceError.Code, _ address: String, _ reason: String
    ) -> AudioDeviceError {
        AudioDeviceError(
            code, address,
            "cannot use the sound server: \(reason); start PulseAudio or PipeWire")
    }

    // MARK: - Changes

    /// Has ``deviceChanged`` called for changes of these kinds.
    func watch(_ kinds: pa_subscription_mask_t) {
        if let operation = pa_context_subscribe(context, kinds, nil, nil) {
            pa_operation_unref(operation)
        }
    }
}

extension AudioDeviceError.Code {
    /// The code of an error of the server's library.
    fileprivate init(ofServerError number: UInt32) {
        self =
            switch number {
            case PA_ERR_CONNECTIONREFUSED.rawValue, PA_ERR_INVALIDSERVER.rawValue:
                .serverNotRunning
            case PA_ERR_CONNECTIONTERMINATED.rawValue, PA_ERR_KILLED.rawValue: .serverLost
            case PA_ERR_NOENTITY.rawValue: .noSuchDevice
            case PA_ERR_TIMEOUT.rawValue: .noAnswer
            case PA_ERR_ACCESS.rawValue, PA_ERR_AUTHKEY.rawValue: .notPermitted
            default: .serverFailed
            }
    }
}

/// A change of an object on the server.
struct PulseChange: Hashable {
    var kind: Kind
    var change: Change
    /// The server's number of the object.
    var index: UInt32

    enum Kind { case sink, source, server, other }
    enum Change { case new, changed, removed }

    fileprivate init(_ event: pa_subscription_event_type_t, _ index: UInt32) {
        kind =
            switch event.rawValue & PA_SUBSCRIPTION_EVENT_FACILITY_MASK.rawValue {
            case PA_SUBSCRIPTION_EVENT_SINK.rawValue: .sink
            case PA_SUBSCRIPTION_EVENT_SOURCE.rawValue: .source
            case PA_SUBSCRIPTION_EVENT_SERVER.rawValue: .server
            default: .other
            }
        change =
            switch event.rawValue & PA_SUBSCRIPTION_EVENT_TYPE_MASK.rawValue {
            case PA_SUBSCRIPTION_EVENT_NEW.rawValue: .new
            case PA_SUBSCRIPTION_EVENT_REMOVE.rawValue: .removed
            default: .changed
            }
        self.index = index
    }
}

// MARK: - What the library calls

private func connection(_ pointer: UnsafeMutableRawPointer?) -> PulseConnection? {
    pointer.map { Unmanaged<PulseConnection>.fromOpaque($0).takeUnretainedValue() }
}

private func contextChanged(_: OpaquePointer?, _ pointer: UnsafeMutableRawPointer?) {
    guard let connection = connection(pointer) else { return }
    connection.wake()
    connection.stateChanged?()
}

private func serverChanged(
    _: OpaquePointer?, _ event: pa_subscription_event_type_t, _ index: UInt32,
    _ pointer: UnsafeMutableRawPointer?
) {
    connection(pointer)?.deviceChanged?(PulseChange(event, index))
}
