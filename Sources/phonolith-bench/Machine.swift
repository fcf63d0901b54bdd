import Foundation

/// What the figures were taken on, a line each.
enum Machine {
    static func description() -> [(name: String, value: String)] {
        let memory = Double(ProcessInfo.processInfo.physicalMemory) / 1e9
        return [
            ("Processor", processor ?? "unknown"),
            ("Cores", "\(ProcessInfo.processInfo.activeProcessorCount)"),
            ("Memory", "\(Int(memory.rounded())) GB"),
            ("Kernel", firstLine("uname", "-sr") ?? "unknown"),
            ("Swift", firstLine("swift", "--version") ?? "unknown"),
            ("TagLib", version(of: "taglib")),
            ("FFmpeg (libavformat)", version(of: "libavformat")),
            ("SQLite", version(of: "sqlite3")),
            ("MPD", firstLine("mpd", "--version") ?? "not installed"),
        ]
    }

    private static var processor: String? {
        #if os(macOS)
            firstLine("sysctl", "-n", "machdep.cpu.brand_string")
        #else
            (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8))?
                .split(separator: "\n").first { $0.hasPrefix("model name") }?
                .split(separator: ":").last?.trimmingCharacters(in: .whitespaces)
        #endif
    }

    private static func version(of library: String) -> String {
        firstLine("pkg-config", "--modversion", library) ?? "unknown"
    }

    private static func firstLine(_ program: String, _ arguments: String...) -> String? {
        Command(program, arguments).text()?.split(separator: "\n").first.map(String.init)
    }
}
