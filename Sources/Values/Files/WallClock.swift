package import FoundationEssentials
import Glibc
import PhonolithMediaModel

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
