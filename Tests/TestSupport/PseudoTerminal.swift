import Foundation
import Synchronization

/// A terminal of a test's own: what it shows is kept, and keys are typed into it.
public final class PseudoTerminal: Sendable {
    /// The side of the user, and that of programs.
    private let master: Int32
    private let slave: Int32
    private let text = Mutex("")

    /// Opens a terminal of 80 columns.
    public init() throws {
        var (master, slave): (Int32, Int32) = (-1, -1)
        var size = winsize(ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0)
        guard openpty(&master, &slave, nil, nil, &size) == 0 else {
            throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
        }
        for end in [master, slave] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        (self.master, self.slave) = (master, slave)
        let screen = dup(master)
        Thread.detachNewThread { [weak self] in
            var bytes = [UInt8](repeating: 0, count: 4096)
            while true {
                let count = read(screen, &bytes, bytes.count)
                guard count > 0, let self else { break }
                let part = String(decoding: bytes[..<count], as: UTF8.self)
                self.text.withLock { $0 += part }
            }
            close(screen)
        }
    }

    /// The thread that reads ends with the last program.
    deinit {
        close(slave)
        close(master)
    }

    /// Starts a program as a shell does: it leads a session, and the terminal is that session's.
    ///
    /// - Returns: A process that ends with the program, and with its exit code.
    public func start(
        _ arguments: [String], environment: [String: String?] = [:]
    ) throws -> Program {
        try Program(
            ["setsid", "--ctty", "--wait"] + arguments, environment: environment,
            input: .descriptor(slave), output: .descriptor(slave), errors: .descriptor(slave))
    }

    /// Text and escape sequences that were shown until now.
    public var shown: String { text.withLock(\.self) }

    /// Presses keys, as bytes.
    public func type(_ keys: String) {
        let bytes = Array(keys.utf8)
        _ = write(master, bytes, bytes.count)
    }

    /// How it treats what is typed and shown.
    public var settings: Settings {
        var settings = termios()
        tcgetattr(slave, &settings)
        return Settings(settings)
    }

    /// A terminal's settings (termios(3)), comparable.
    public struct Settings: Equatable, Sendable {
        private var flags: [tcflag_t]
        private var speeds: [speed_t]
        private var characters: [UInt8]

        init(_ settings: termios) {
            flags = [settings.c_iflag, settings.c_oflag, settings.c_cflag, settings.c_lflag]
            speeds = withUnsafePointer(to: settings) { [cfgetispeed($0), cfgetospeed($0)] }
            characters = withUnsafeBytes(of: settings.c_cc) { Array($0) }
        }
    }
}
