import Foundation

/// The time of day, as files have it.
package enum WallClock {
    // Nanoseconds since 1970.
    package static var nanoseconds: Int {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return time.nanoseconds
    }
}
