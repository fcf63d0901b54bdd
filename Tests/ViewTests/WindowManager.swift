import Foundation
import PhonolithTestSupport

extension DisplayServer {
    /// Starts a window manager, which ends with the server, and waits until it manages the screen.
    func startWindowManager() async throws {
        _ = try Program(["openbox", "--sm-disable"], environment: environment)
        try await eventually("the windows are managed") {
            // Only a window manager knows desktops; without one the question fails.
            (try? control("get_num_desktops")).map { Int($0) != nil } ?? false
        }
    }
}
