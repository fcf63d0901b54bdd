/// Why there is no worker.
import Glibc

package struct WorkerError: Error, Hashable, CustomStringConvertible {
    package let description: String

    init(_ description: String) { self.description = description }

    init(_ what: String, _ code: Int32) {
        self.init("\(what): \(String(cString: strerror(code)))")
    }
}
