package import FoundationEssentials
import Glibc
import PhonolithMediaModel
internal import Synchronization

/// The time of day, as files have it.
package enum WallClock {
    // Nanoseconds since 1970.
    package static var nanoseconds: Int {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return time.nanoseconds
    }

    /// The time zone of `$TZ`, else of the machine, as the tz database names it: `Europe/Berlin`; `UTC` where it has no name.
    package static var zoneName: String {
        // Where it is no link, the zone has no name.
        let link = try? FileManager.default.destinationOfSymbolicLink(atPath: "/etc/localtime")
        return zoneName(of: ProcessInfo.processInfo.environment["TZ"], localTime: link)
    }

    /// - Parameters:
    ///   - variable: The value of `$TZ` (tzset(3)): a name, a path, either behind a colon, or a rule such as `CET-1CEST`.
    ///   - localTime: The file that `/etc/localtime` is a link to.
    package static func zoneName(of variable: String?, localTime: String?) -> String {
        let given = variable.map { $0.hasPrefix(":") ? String($0.dropFirst()) : $0 } ?? ""
        guard given.isEmpty || given.hasPrefix("/") else { return given }
        for file in [given, localTime ?? ""] {
            if let folder = file.firstRange(of: "/zoneinfo/") {
                return String(file[folder.upperBound...])
            }
        }
        return "UTC"
    }
}

extension Date {
    /// The date and time of the local clock, such as `2026-11-26 22.41.05`: a name on all file systems, sorted by time.
    package var localFileName: String {
        var (time, fields) = (time_t(secondsSince1970), tm())
        localtime_r(&time, &fields)
        let day = [fields.tm_year + 1900, fields.tm_mon + 1, fields.tm_mday]
        let clock = [fields.tm_hour, fields.tm_min, fields.tm_sec]
        return day.map { Int($0).padded(2) }.joined(separator: "-") + " "
            + clock.map { Int($0).padded(2) }.joined(separator: ".")
    }

    /// Takes what a local clock showed as though it were that of UTC; the earlier of two times that it showed so.
    package init(localTime written: Date) {
        let days = written.secondsSince1970
        var (time, fields) = (time_t(days), tm())
        gmtime_r(&time, &fields)
        fields.tm_isdst = -1
        self.init(
            timeIntervalSince1970: written.timeIntervalSince1970 + Double(mktime(&fields) - days))
    }
}

/// How long this process has run since the value was made: time spent stopped (Ctrl-Z), frozen, or asleep with the
/// machine does not count, so that no limit of time strikes after a pause.
///
/// The system does not report pauses. So the owner looks often, and a longer gap between two looks counts as
/// `longestGap`.
package final class RunningTime: Sendable {
    private struct State {
        var elapsed = Duration.zero
        /// When the last pause ended; the beginning where there was none.
        var resumed: ContinuousClock.Instant
        var looked: ContinuousClock.Instant
    }

    private let state: Mutex<State>
    private let longestGap: Duration

    package init(longestGap: Duration = .seconds(2), now: ContinuousClock.Instant = .now) {
        self.longestGap = longestGap
        state = Mutex(State(resumed: now, looked: now))
    }

    /// Looks: how long the process has run.
    package func elapsed(now: ContinuousClock.Instant = .now) -> Duration {
        look(now).elapsed
    }

    /// Looks: how long the process has run without a pause.
    package func sincePause(now: ContinuousClock.Instant = .now) -> Duration {
        look(now).resumed.duration(to: now)
    }

    private func look(_ now: ContinuousClock.Instant) -> State {
        state.withLock { state in
            let gap = state.looked.duration(to: now)
            if gap > longestGap { state.resumed = now }
            state.elapsed += max(.zero, min(gap, longestGap))
            state.looked = max(state.looked, now)
            return state
        }
    }
}

/// Does work that must end in time.
///
/// - Parameters:
///   - limit: How long it may take.
///   - error: The error thrown after that, when the cancelled work has ended.
/// - Throws: `error`, and what `work` throws.
package func within<Value: Sendable>(
    _ limit: Duration, orElse error: any Error, _ work: @escaping @Sendable () async throws -> Value
) async throws -> Value {
    try await withThrowingTaskGroup(of: Value.self) { group in
        group.addTask { try await work() }
        group.addTask {
            try await Task.sleep(for: limit)
            throw error
        }
        defer { group.cancelAll() }
        guard let value = try await group.next() else { throw CancellationError() }
        return value
    }
}
