import Database
import Foundation
import Testing

/// The folder of the server's socket.
private let server = ProcessInfo.processInfo.environment["PHONOLITH_TEST_POSTGRES"]

/// Addresses at which there is no server, or that are none.
@Suite(.enabled(if: server != nil)) struct PostgresAddressTests {
    @Test(
        "a server that cannot be reached is an error that says why",
        arguments: [
            ("host=/nowhere user=postgres", "No such file or directory"),
            ("postgres://postgres@/missing?host=HERE", "database \"missing\" does not exist"),
            ("postgres://127.0.0.1:1/music", "Connection refused"),
            ("postgres://h:port/", "invalid"),
        ])
    func unreachable(address: String, reason: String) throws {
        let error = #expect(throws: DatabaseError.self) {
            try PostgresDatabase(at: address.replacing("HERE", with: server ?? ""))
        }
        #expect(error?.code == .cannotOpen)
        #expect(error?.message?.contains(reason) == true, "\(error?.message ?? "")")
    }

    @Test(
        "an invalid address is quoted only where it has no password",
        arguments: [
            ("postgres://u@h:1/d?foo=x", #"invalid URI query parameter: "foo""#),
            ("postgres://u:p@ss:w@h/d", nil), ("postgres://u:se@cret@h/d", nil),
            ("host=h PASSWORD=geheim", nil), ("host=h password='geheim", nil),
        ])
    func invalid(address: String, reason: String?) {
        let error = #expect(throws: DatabaseError.self) { try PostgresDatabase(at: address) }
        #expect(error?.code == .invalidAddress)
        #expect(error?.message == reason)
    }
}
