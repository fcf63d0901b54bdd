import Foundation
import PhonolithFiles
import PhonolithMediaModel
import Testing

/// File systems hold times that 64 bits of nanoseconds cannot.
@Suite struct FileTimeTests {
    // 1601-01-01, which NTFS shows for a time that was never set, and 2300-01-01 are among them.
    @Test(
        "every time has nanoseconds, in the order of the times",
        arguments: [
            (Int.min, 0, Int.min + 1), (Int.min, 999_999_999, Int.min + 1),
            (-11_644_473_600, 0, Int.min + 1), (-9_223_372_037, 145_224_191, Int.min + 1),
            (-9_223_372_036, 0, -9_223_372_036_000_000_000),
            (-1, 999_999_999, -1), (0, 0, 0), (0, 1, 1),
            (1_700_000_000, 5, 1_700_000_000_000_000_005),
            (9_223_372_036, 854_775_806, Int.max - 1), (9_223_372_036, 854_775_807, Int.max),
            (9_223_372_036, 854_775_808, Int.max), (10_413_792_000, 0, Int.max),
            (Int.max, 999_999_999, Int.max), (Int.max, 0, Int.max),
        ])
    func conversion(seconds: Int, nanoseconds: Int, expected: Int) {
        #expect(timespec(tv_sec: seconds, tv_nsec: nanoseconds).nanoseconds == expected)
    }

    @Test("no time traps, whatever its bits are", arguments: [UInt64.random(in: 0 ... .max)])
    func noTrap(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for shift in 0..<64 {
            for _ in 0..<100 {
                let seconds = Int(truncatingIfNeeded: generator.next() >> UInt64(shift))
                for seconds in [seconds, -1 - seconds] {
                    let time = timespec(
                        tv_sec: seconds,
                        tv_nsec: Int.random(in: 0..<1_000_000_000, using: &generator))
                    #expect((time.nanoseconds < 0) == (seconds < 0))
                }
            }
        }
    }
}
