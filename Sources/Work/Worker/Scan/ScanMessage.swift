package import PhonolithMediaModel

/// A line of JSON from a worker that scans.
package enum ScanMessage: Codable, Sendable {
    case event(ScanEvent)
    /// Why the worker ends without having done all.
    case refusal(ScanRefusal)
}

/// An event of a scan.
package enum ScanEvent: Codable, Hashable, Sendable {
    case progress(ScanProgress)
    /// A scan has come to its end; one that watches has many.
    case report(ScanReport)
    /// A line for the user.
    case remark(String)
}
