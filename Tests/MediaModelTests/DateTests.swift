import Foundation
import PhonolithMediaModel
import PhonolithMediaModelTestSupport
import Testing

@Suite struct DateTests {
    @Test(
        "a moment is written and read in ISO 8601",
        arguments: [
            ("1970-01-01T00:00:00Z", 0), ("1970-01-01T00:00:01Z", 1),
            ("1969-12-31T23:59:59Z", -1), ("2026-11-21T09:30:00Z", 1_795_253_400),
            ("2000-02-29T00:00:00Z", 951_782_400), ("1900-03-01T00:00:00Z", -2_203_891_200),
            ("2100-03-01T00:00:00Z", 4_107_542_400), ("1582-10-15T00:00:00Z", -12_219_292_800),
            ("9999-12-31T23:59:59Z", 253_402_300_799),
        ])
    func known(text: String, seconds: Int) {
        #expect(Date(secondsSince1970: seconds).iso8601 == text)
        #expect(Date(iso8601: text)?.secondsSince1970 == seconds)
    }

    @Test("every day of 400 years and more follows the day before it")
    func days() throws {
        var date = try #require(PartialDate("1899-12-31"))
        var wrong: [Int] = []
        for day in -25_568..<125_000 {
            if Date(startOf: date).secondsSince1970 != day * 86_400 { wrong.append(day) }
            let next = Date(secondsSince1970: (day + 1) * 86_400).iso8601.prefix(10)
            guard let tomorrow = PartialDate(String(next)), date < tomorrow else {
                wrong.append(day)
                break
            }
            date = tomorrow
        }
        #expect(wrong == [])
    }

    @Test("a day is its first second")
    func day() {
        #expect(Date(iso8601: "2026-11-21")?.iso8601 == "2026-11-21T00:00:00Z")
    }

    @Test(
        "anything else is no moment",
        arguments: [
            "", "2026", "2026-11", "2026-11-31", "1900-02-29", "2026-11-21T", "2026-11-21T09:30Z",
            "2026-11-21T09:30:00", "2026-11-21T24:00:00Z", "2026-11-21T09:60:00Z",
            "2026-11-21T09:30:60Z", "2026-11-21T+9:30:00Z", "2026-11-21T09:-1:00Z",
            "2026-11-21T9:30:00Z", "2026-11-21T09:30:00ZZ", "2026-11-21 09:30:00Z",
            "2026-11-21T09:30:00Z ", "2026-11-21T09:30:00T", "2026-11-21TT09:30:00Z",
            "2026-11-21T０９:30:00Z", "2026-11-21T09:30:00+01:00", "10000-01-01", "0000-01-01", "T",
            "-001-01-01", "2026-11-21Z",
        ])
    func refused(text: String) {
        #expect(Date(iso8601: text) == nil)
    }

    @Test("what is written is read again", arguments: 1...4)
    func roundTrip(seed: UInt64) {
        var numbers = SeededGenerator(seed: seed)
        // From the year 1 to the year 9999.
        let moments = (0..<500).map { _ in
            Date(secondsSince1970: numbers.number(in: -62_135_596_800...253_402_300_799))
        }
        #expect(moments.map { Date(iso8601: $0.iso8601) } == moments)
    }

    @Test("a moment is in the second that has begun", arguments: [(0.9, 0), (-0.1, -1), (-1, -1)])
    func fractions(time: TimeInterval, seconds: Int) {
        #expect(Date(timeIntervalSince1970: time).secondsSince1970 == seconds)
    }

    @Test(
        "moments outside of the calendar have a text too, and those that no clock can show are 0",
        arguments: [253_402_300_800, .max, .min])
    func outside(seconds: Int) {
        #expect(Date(secondsSince1970: seconds).iso8601.hasSuffix("Z"))
        #expect(Date(timeIntervalSince1970: .infinity).secondsSince1970 == 0)
        #expect(Date(timeIntervalSince1970: .nan).secondsSince1970 == 0)
    }
}
