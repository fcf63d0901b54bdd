/// Why a worker has not made what it was asked for, in one line.
package struct MediaWorkFailure: Error, Hashable, CustomStringConvertible {
    package let description: String
}
