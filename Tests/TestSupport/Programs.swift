public import Foundation

/// The output of a program. Blocks its thread.
///
/// - Parameter arguments: The program's name, which is looked for in `PATH`, and its arguments.
/// - Parameter environment: Additions to the environment of the tests.
public func output(
    of arguments: [String], environment: [String: String] = [:]
) throws -> Data {
    let program = try Program(arguments, environment: environment, output: .pipe)
    let data = program.output.readDataToEndOfFile()
    program.waitUntilExit()
    return data
}

/// The output of a program that asks a server in this process, and the code it exits with.
///
/// Waits on a thread of its own: the server needs those of the cooperative pool.
///
/// - Parameter arguments: The program's name, which is looked for in `PATH`, and its arguments.
public func answer(to arguments: [String]) async throws -> (output: Data, code: Int32) {
    let program = try Program(arguments, output: .pipe, errors: .inherited)
    let data = await withCheckedContinuation { continuation in
        Thread.detachNewThread {
            let data = program.output.readDataToEndOfFile()
            program.waitUntilExit()
            continuation.resume(returning: data)
        }
    }
    return (data, program.terminationStatus)
}

/// Makes a shell script that can be run at once, written by a process of its own.
///
/// A file cannot be run while anything has it open for writing, and what this process has open is open in every program
/// that another test begins to start in the same moment, too.
///
/// - Parameter script: The text after the line that names the shell.
public func makeProgram(at url: URL, running script: String) throws {
    let shell = try Program([
        "/bin/sh", "-c", "printf '%s\\n' \"$1\" >\"$2\" && chmod 755 \"$2\"", "sh",
        "#!/bin/sh\n" + script, url.path,
    ])
    shell.waitUntilExit()
    guard shell.terminationStatus == 0 else { throw CocoaError(.fileWriteUnknown) }
}
