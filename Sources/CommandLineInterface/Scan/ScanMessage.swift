import Foundation
package import MediaModel

/// A message from a scan to its supervisor: one line of JSON.
package enum ScanMessage: Codable {
    case progress(Progress)
    /// A scan has come to its end.
    case report(Report)
    /// A line for the user.
    case remark(String)

    package struct Progress: Codable {
        var done: Int
        var total: Int?
        var folder: Data
        var added: Int
        var changed: Int
    }

    package struct Report: Codable {
        var added, changed, moved, missing, unchanged, unreadable: Int
        var seconds: Double
        var isInterrupted: Bool
        var problems: [Problem]
        var solvedProblems: [Problem]
        var knownProblems: Int
        var ratings: Int?
    }

    package struct Problem: Codable {
        var path: Data
        var reason: String
    }
}

extension ScanMessage.Progress {
    package init(_ progress: ScanProgress) {
        done = progress.done
        total = progress.total
        folder = Data(progress.folder.bytes)
        added = progress.added
        changed = progress.changed
    }

    var value: ScanProgress {
        var progress = ScanProgress(
            done: done, total: total, folder: MediaPath(bytes: Array(folder)))
        progress.added = added
        progress.changed = changed
        return progress
    }
}

extension ScanMessage.Report {
    package init(_ report: ScanReport) {
        added = report.added
        changed = report.changed
        moved = report.moved
        missing = report.missing
        unchanged = report.unchanged
        unreadable = report.unreadable
        seconds = report.duration / .seconds(1)
        isInterrupted = report.isInterrupted
        problems = report.problems.map(ScanMessage.Problem.init)
        solvedProblems = report.solvedProblems.map(ScanMessage.Problem.init)
        knownProblems = report.knownProblems
        ratings = report.ratings
    }

    var value: ScanReport {
        var report = ScanReport()
        report.added = added
        report.changed = changed
        report.moved = moved
        report.missing = missing
        report.unchanged = unchanged
        report.unreadable = unreadable
        report.duration = .seconds(seconds)
        report.isInterrupted = isInterrupted
        report.problems = problems.map(\.value)
        report.solvedProblems = solvedProblems.map(\.value)
        report.knownProblems = knownProblems
        report.ratings = ratings
        return report
    }
}

extension ScanMessage.Problem {
    fileprivate init(_ problem: ScanProblem) {
        (path, reason) = (Data(problem.path.bytes), problem.reason)
    }

    fileprivate var value: ScanProblem {
        ScanProblem(path: MediaPath(bytes: Array(path)), reason: reason)
    }
}
