import Foundation
import PhonolithTestSupport

extension CommandLineTool {
    /// Interrupts a command again and again until it ends.
    ///
    /// - Returns: Whether it ended by that: with 130, or by the signal itself where the last one came when the command no
    ///   longer listened. Shells report both as 130.
    func interrupt(_ process: Program) throws -> Bool {
        try eventually("the command ends") {
            process.interrupt()
            return !process.isRunning
        }
        let code = try finish(process).code
        return process.terminationReason == .uncaughtSignal ? code == SIGINT : code == 130
    }
}
