#if FAULT_INJECTION
    import Files
    import Foundation
    import MediaModel

    /// Faults that tests ask for by `PHONOLITH_FAULTS`, such as `crash:a.mp3,hang:b.mp3`: the fault when a
    /// file or folder of this name (`*` for any) is touched, or pictures are made of it. Not in programs that are built for use.
    struct FaultInjection {
        static let shared = FaultInjection(
            ProcessInfo.processInfo.environment["PHONOLITH_FAULTS"] ?? "")

        private var faults: [MediaPath: Substring] = [:]

        private init(_ text: String) {
            for fault in text.split(separator: ",") {
                let parts = fault.split(separator: ":", maxSplits: 1)
                if parts.count == 2 { faults[MediaPath(String(parts[1]))] = parts[0] }
            }
        }

        func strike(at path: MediaPath) {
            if faults.isEmpty { return }
            switch faults[path.lastComponent] ?? faults["*"] {
            case "crash", "again": raise(SIGSEGV)
            case "abort": abort()
            case "hang": while true { sleep(1) }
            case "spin": while true {}
            case "kill": kill(getpid(), SIGKILL)
            case "memory": fillMemory()
            case "await": awaitPermission(for: path)
            case "slow": usleep(20_000)
            case "garbage": writeGarbage()
            case "overflow": _ = overflow(1)
            default: break
            }
        }

        /// Whether a path is touched though it was refused, as by an error in the program.
        func isTouchedAgain(_ path: MediaPath) -> Bool { faults[path.lastComponent] == "again" }

        /// Makes a file with the ending `.here` next to the one that is touched, and waits until there is one with `.go`.
        private func awaitPermission(for path: MediaPath) {
            func beside(_ ending: String) -> MediaPath {
                MediaPath(bytes: path.bytes + Array(ending.utf8))
            }
            try? WholeFile.write([UInt8](), to: beside(".here"), isDurable: false)
            while beside(".go").status == nil { usleep(10_000) }
        }

        /// Until there is none, and the program can only give up. Memory not written to takes addresses alone,
        /// which is what is limited.
        private func fillMemory() {
            var blocks: [[UInt8]] = []
            while true {
                blocks.append(
                    [UInt8](unsafeUninitializedCapacity: 64 << 20) { _, count in count = 0 })
            }
        }

        /// Where messages go.
        private func writeGarbage() {
            let line = Array("nonsense\n".utf8)
            _ = write(STDOUT_FILENO, line, line.count)
        }

        @inline(never) private func overflow(_ depth: Int) -> Int {
            withUnsafeTemporaryAllocation(of: Int.self, capacity: 512) { block in
                block.initialize(repeating: depth)
                return overflow(depth + 1) + block[depth % 512]
            }
        }
    }
#endif
