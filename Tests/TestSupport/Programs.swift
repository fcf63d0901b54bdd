public import Foundation
import Synchronization

/// Held while a program starts.
private let starting = Mutex(())

extension Process {
    /// Starts the program, while no other starts.
    ///
    /// Foundation sees the end of a program by a socket that closes with it. A program that starts in the same
    /// moment inherits that socket, and where it is a server the first one seems to run as long as the server.
    ///
    /// A program also inherits which signals are blocked. Threads of the tests block some; what they start is
    /// to end when it is told to.
    public func start() throws {
        try starting.withLock { _ in
            var (none, blocked) = (sigset_t(), sigset_t())
            sigemptyset(&none)
            pthread_sigmask(SIG_SETMASK, &none, &blocked)
            defer { pthread_sigmask(SIG_SETMASK, &blocked, nil) }
            try run()
        }
    }
}

/// What a program prints.
///
/// - Parameter arguments: The program's name, which is looked for in `PATH`, and its arguments.
/// - Parameter environment: What is added to the environment of the tests.
public func output(
    of arguments: [String], environment: [String: String] = [:]
) throws -> Data {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.start()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return data
}

/// What a program prints that asks a server in this process, and the code it exits with.
///
/// Waits on a thread of its own: the server needs those of the cooperative pool.
///
/// - Parameter arguments: The program's name, which is looked for in `PATH`, and its arguments.
public func answer(to arguments: [String]) async throws -> (output: Data, code: Int32) {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    try process.start()
    let data = await withCheckedContinuation { continuation in
        Thread.detachNewThread {
            let data = output.fileHandleForReading.readDataToEndOfFile()
            process.waitUntilExit()
            continuation.resume(returning: data)
        }
    }
    return (data, process.terminationStatus)
}

/// Makes a shell script that can be run at once, written by a process of its own.
///
/// A file cannot be run while anything has it open for writing, and what this process has open is open in every program
/// that another test begins to start in the same moment, too.
///
/// - Parameter script: What follows the line that names the shell.
public func makeProgram(at url: URL, running script: String) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = [
        "-c", "printf '%s\\n' \"$1\" >\"$2\" && chmod 755 \"$2\"", "sh", "#!/bin/sh\n" + script,
        url.path,
    ]
    try process.start()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw CocoaError(.fileWriteUnknown) }
}
