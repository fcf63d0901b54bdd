import Foundation
import TagFuzzing

// phonolith-fuzz PARSER [libFuzzer's options and folders]: see scripts/fuzz.

guard CommandLine.arguments.count > 1 else {
    print("usage: phonolith-fuzz PARSER [OPTION …] [FOLDER …]")
    exit(64)
}
let parser = Parser(CommandLine.arguments[1])

// libFuzzer sees the program's name and what follows the parser's.
var arguments = UnsafeMutablePointer(CommandLine.unsafeArgv + 1)
var count = CommandLine.argc - 1
exit(
    LLVMFuzzerRunDriver(&count, &arguments) { bytes, size in
        parser.parse(Array(UnsafeBufferPointer(start: bytes, count: size)))
        return 0
    })
