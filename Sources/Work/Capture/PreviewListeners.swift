internal import PhonolithFilms
internal import PhonolithLibav
internal import PhonolithMediaModel
internal import Synchronization

/// The receivers of a session's pictures while they are captured.
final class PreviewListeners: Sendable {
    private struct State {
        var listeners: [Int: Listener] = [:]
        var nextNumber = 0
        var outputs: [Output] = []
    }

    /// A view's output, for as long as the view has it.
    private struct Output {
        weak var output: CaptureVideoOutput?
    }

    private struct Listener {
        var box: PixelSize?
        var continuation: AsyncStream<PreviewFrame>.Continuation
    }

    private let state = Mutex(State())

    /// The pictures from now on; one that is not taken in time is replaced by the next.
    func frames(fitting box: PixelSize?) -> AsyncStream<PreviewFrame> {
        let (frames, continuation) = AsyncStream.makeStream(
            of: PreviewFrame.self, bufferingPolicy: .bufferingNewest(1))
        let number = state.withLock { state in
            state.nextNumber += 1
            state.listeners[state.nextNumber] = Listener(box: box, continuation: continuation)
            return state.nextNumber
        }
        continuation.onTermination = { [self] _ in
            _ = state.withLock { $0.listeners.removeValue(forKey: number) }
        }
        return frames
    }

    /// The pictures from now on, for a view.
    func output() -> CaptureVideoOutput {
        let output = CaptureVideoOutput()
        state.withLock { $0.outputs.append(Output(output: output)) }
        return output
    }

    /// Shows a picture; costs nothing while nothing listens.
    ///
    /// - Parameter size: As the picture is seen.
    func show(_ picture: CapturedPicture, size: PixelSize) {
        for output in outputs { output.take(picture, size: size) }
        for listener in state.withLock({ Array($0.listeners.values) }) {
            let size = size.fitted(in: listener.box)
            // A preview that cannot be made is no reason to end a film.
            guard let pixels = try? Self.pixels(of: picture.frame, size: size) else { continue }
            listener.continuation.yield(
                PreviewFrame(size: size, pixels: pixels, time: picture.time))
        }
    }

    func finish() {
        for listener in state.withLock({ Array($0.listeners.values) }) {
            listener.continuation.finish()
        }
    }

    private var outputs: [CaptureVideoOutput] {
        state.withLock { state in
            state.outputs.removeAll { $0.output == nil }
            return state.outputs.compactMap(\.output)
        }
    }

    private static func pixels(
        of frame: borrowing Frame, size: PixelSize
    ) throws(AVError) -> [UInt8] {
        let target = Scaler.Target(width: size.width, height: size.height, layout: .rgba)
        return try Scaler(from: frame, to: target).scaled(frame).packedBytes
    }
}
