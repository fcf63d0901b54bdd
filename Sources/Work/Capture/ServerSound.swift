internal import PhonolithRecording
internal import PhonolithSound

/// The sound of an input of the sound server.
final class ServerSound {
    let device: AudioDevice
    let plan: RecordingPlan
    private let stream: CaptureStream

    /// Opens an input. Blocks its thread.
    ///
    /// - Parameter notify: Called on the server's thread.
    /// - Throws: ``MediaCaptureError``.
    static func open(
        _ name: String?, on server: SoundServer, titled title: String,
        notify: @escaping @Sendable (CaptureDelivery.SoundEvent) -> Void
    ) throws(MediaCaptureError) -> ServerSound {
        do throws(AudioRecorderError) {
            let device = try RecordingPlan.device(named: name, on: server)
            let plan = try RecordingPlan(
                .aac, of: device, AudioRecorderSettings(), server.streams.wishes)
            let stream = try stream(of: device, stays: name != nil, plan, title, server, notify)
            return ServerSound(device, plan, stream)
        } catch {
            throw MediaCaptureError(error)
        }
    }

    private static func stream(
        of device: AudioDevice, stays: Bool, _ plan: RecordingPlan, _ title: String,
        _ server: SoundServer, _ notify: @escaping @Sendable (CaptureDelivery.SoundEvent) -> Void
    ) throws(AudioRecorderError) -> CaptureStream {
        do throws(AudioDeviceError) {
            return try CaptureStream.open(
                device.name, stays: stays, as: plan.format, titled: title, on: server
            ) { event in
                switch event {
                case .arrived: notify(.arrived)
                case .deviceLost: notify(.deviceLost)
                case .serverLost: notify(.serverLost)
                // A film keeps the role with which its sound began.
                case .wishesChanged: break
                }
            }
        } catch {
            throw AudioRecorderError(error)
        }
    }

    private init(_ device: AudioDevice, _ plan: RecordingPlan, _ stream: CaptureStream) {
        (self.device, self.plan, self.stream) = (device, plan, stream)
    }

    /// The sound that has arrived since the last call.
    func next() -> CapturedSound? {
        guard let now = stream.position else { return nil }
        let format = plan.format
        let first = stream.ring.readFrames
        let samples = [Float](
            unsafeUninitializedCapacity: (now.frames - first) * format.channelCount
        ) { buffer, count in
            count =
                buffer.baseAddress.map {
                    stream.ring.read(into: $0, count: now.frames - first) * format.channelCount
                } ?? 0
        }
        guard !samples.isEmpty else { return nil }
        return CapturedSound(
            samples: samples, time: now.time - format.seconds(of: now.frames - first))
    }

    /// Ends the stream; must be called once.
    func close() { stream.close() }
}
