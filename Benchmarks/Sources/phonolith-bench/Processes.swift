import Foundation

/// A process that runs, with its children, as `/proc` shows them (proc(5)).
struct ProcessTree {
    let root: pid_t

    /// The process, its children, and theirs.
    var processes: [pid_t] {
        var all = [root]
        var next = 0
        while next < all.count {
            for thread in Self.threads(of: all[next]) {
                let children = Self.text("\(all[next])/task/\(thread)/children") ?? ""
                all += children.split(separator: " ").compactMap { pid_t($0) }
            }
            next += 1
        }
        return all
    }

    /// The processor time of all threads, those that have ended too, in seconds; in steps of a hundredth.
    var processorSeconds: Double {
        let ticks = processes.map { process -> Double in
            // The name, in parentheses, may hold anything; user and system time are the 14th and 15th field.
            let fields = Self.text("\(process)/stat")?.split(separator: ")").last?
                .split(separator: " ")
            guard let fields, fields.count > 12 else { return 0 }
            return (Double(fields[11]) ?? 0) + (Double(fields[12]) ?? 0)
        }
        return ticks.reduce(0, +) / Double(sysconf(Int32(_SC_CLK_TCK)))
    }

    /// The memory that the processes have, in megabytes.
    var residentMegabytes: Double { processes.map(Self.residentMegabytes).reduce(0, +) }

    /// The memory that the process itself has, in megabytes.
    var ownResidentMegabytes: Double { Self.residentMegabytes(of: root) }

    private static func residentMegabytes(of process: pid_t) -> Double {
        let line = text("\(process)/status")?.split(separator: "\n")
            .first { $0.hasPrefix("VmRSS:") }
        return (line.flatMap { Double($0.filter(\.isNumber)) } ?? 0) / 1000
    }

    fileprivate static func threads(of process: pid_t) -> [pid_t] {
        let names = try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")
        // A process that has ended in the meantime has no threads.
        return (names ?? []).compactMap { pid_t($0) }
    }

    fileprivate static func text(_ file: String) -> String? {
        // FileManager never frees the buffer for a file that turns out to be empty (swift-foundation 6.3). A process that has
        // ended in the meantime has nothing to be read.
        guard let handle = FileHandle(forReadingAtPath: "/proc/" + file),
            let bytes = try? handle.readToEnd() ?? Data()
        else { return nil }
        return String(decoding: bytes, as: UTF8.self)
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }
}

/// The processor time of the threads of a process and its children, by the threads' names. Time after a thread's last
/// sample is not counted.
struct ThreadTimes {
    private var nanoseconds: [pid_t: Double] = [:]
    private var names: [pid_t: String] = [:]

    mutating func sample(_ tree: ProcessTree) {
        for process in tree.processes {
            for thread in ProcessTree.threads(of: process) {
                let file = "\(process)/task/\(thread)"
                // The time on a processor comes first.
                guard let statistics = ProcessTree.text(file + "/schedstat"),
                    let time = statistics.split(separator: " ").first.flatMap({ Double($0) })
                else { continue }
                nanoseconds[thread] = time
                names[thread] = ProcessTree.text(file + "/comm")
            }
        }
    }

    /// In seconds.
    ///
    /// - Parameter prefix: The beginning of the threads' names.
    func seconds(_ prefix: String) -> Double {
        nanoseconds.filter { names[$0.key]?.hasPrefix(prefix) ?? false }
            .map(\.value).reduce(0, +) / 1e9
    }
}
