internal import Foundation

/// An X server of a test's own, with a virtual screen and without a window manager.
public final class DisplayServer: Sendable {
    /// The display that clients are to connect to, such as `:3`.
    public let name: String
    private let size: (width: Int, height: Int)
    private let process: Program

    /// Whether there is one to start.
    public static let isInstalled = FileManager.default.isExecutableFile(atPath: "/usr/bin/Xvfb")

    /// Starts a server, which chooses its number itself.
    public init(width: Int = 1024, height: Int = 768, isWhite: Bool = false) throws {
        size = (width, height)
        process = try Program(
            [
                "Xvfb", "-displayfd", "1", "-screen", "0", "\(width)x\(height)x24", "-nolisten",
                "tcp", "-noreset",
            ] + (isWhite ? ["-wr"] : []), output: .pipe)
        // It answers when it is ready.
        let number = process.output.availableData
        name = ":" + String(decoding: number, as: UTF8.self).filter(\.isNumber)
    }

    deinit { stop() }

    /// Ends the server.
    public func stop() {
        guard process.isRunning else { return }
        process.terminate()
        process.waitUntilExit()
    }

    /// The environment that clients need; SDL draws without a graphics card.
    public var environment: [String: String] {
        ["DISPLAY": name, "SDL_RENDER_DRIVER": "software"]
    }

    /// The screen as it is now, without the pointer.
    public func screenshot() throws -> Screenshot {
        let bytes = try output(of: [
            "ffmpeg", "-v", "error", "-f", "x11grab", "-draw_mouse", "0", "-video_size",
            "\(size.width)x\(size.height)", "-i", name, "-frames:v", "1", "-f", "rawvideo",
            "-pix_fmt", "rgb24", "-",
        ])
        return Screenshot(width: size.width, height: size.height, bytes: bytes)
    }

    /// Starts to watch a part of the screen: the output has a byte for the brightness of each pixel, picture after picture.
    public func grab(x: Int, y: Int, width: Int, height: Int, rate: Int) throws -> Program {
        try Program(
            [
                "ffmpeg", "-v", "quiet", "-fflags", "nobuffer", "-probesize", "32", "-f", "x11grab",
                "-draw_mouse", "0", "-framerate", "\(rate)", "-video_size", "\(width)x\(height)",
                "-grab_x", "\(x)", "-grab_y", "\(y)", "-i", name, "-pix_fmt", "gray", "-fps_mode",
                "passthrough", "-f", "rawvideo", "-flush_packets", "1", "-",
            ], output: .pipe)
    }

    /// Runs `xdotool`.
    @discardableResult
    public func control(_ arguments: String...) throws -> String {
        String(
            decoding: try output(of: ["xdotool"] + arguments, environment: ["DISPLAY": name]),
            as: UTF8.self
        ).trimmingCharacters(in: .whitespacesAndNewlines)
    }
}

/// A picture of a screen.
public struct Screenshot: Hashable, Sendable {
    /// In pixels.
    public let width: Int
    /// In pixels.
    public let height: Int
    let bytes: Data

    /// The mean of red, green and blue, 0...255; black outside of the screen.
    public func brightness(x: Int, y: Int) -> Int {
        let start = (y * width + x) * 3
        guard (0..<width).contains(x), (0..<height).contains(y), start + 2 < bytes.count else {
            return 0
        }
        return (0..<3).reduce(0) { $0 + Int(bytes[bytes.startIndex + start + $1]) } / 3
    }

    /// How many pixels of a rectangle are brighter than grey.
    public func brightCount(x: Range<Int>, y: Range<Int>) -> Int {
        y.reduce(0) { count, row in
            count + x.count { brightness(x: $0, y: row) > 128 }
        }
    }
}
