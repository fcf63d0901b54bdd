import Foundation
import MediaModel
import MediaModelTestSupport
import Testing

@Suite struct TimestampTests {
    @Test(
        "a moment is written and read in ISO 8601",
        arguments: [
            ("1970-01-01T00:00:00Z", 0), ("1970-01-01T00:00:01Z", 1),
            ("1969-12-31T23:59:59Z", -1), ("2026-11-21T09:30:00Z", 1_795_253_400),
            ("2000-02-29T00:00:00Z", 951_782_400), ("1900-03-01T00:00:00Z", -2_203_891_200),
            ("2100-03-01T00:00:00Z", 4_107_542_400), ("0001-01-01T00:00:00Z", -62_135_596_800),
            ("9999-12-31T23:59:59Z", 253_402_300_799),
        ])
    func known(text: String, seconds: Int) {
        #expect(Timestamp(secondsSince1970: seconds).description == text)
        #expect(Timestamp(text)?.secondsSince1970 == seconds)
    }

    @Test("it is written as Foundation writes it", arguments: 1...4)
    func foundation(seed: UInt64) throws {
        var numbers = SeededGenerator(seed: seed)
        for _ in 0..<500 {
            // Foundation's calendar is the Julian one before 1582.
            let seconds = numbers.number(in: -12_219_292_800...253_402_300_799)
            let text = Date(timeIntervalSince1970: Double(seconds)).formatted(.iso8601)
            #expect(Timestamp(secondsSince1970: seconds).description == text)
            #expect(Timestamp(text)?.secondsSince1970 == seconds)
        }
    }

    @Test("every day of 400 years and more follows the day before it")
    func days() throws {
        var date = try #require(PartialDate("1899-12-31"))
        var wrong: [Int] = []
        for day in -25_568..<125_000 {
            if Timestamp(startOf: date).secondsSince1970 != day * 86_400 { wrong.append(day) }
            let next = Timestamp(secondsSince1970: (day + 1) * 86_400).description.prefix(10)
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
        #expect(Timestamp("2026-11-21")?.description == "2026-11-21T00:00:00Z")
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
        #expect(Timestamp(text) == nil)
    }

    @Test(
        "moments outside of the calendar are written somehow",
        arguments: [
            (253_402_300_800, "10000-01-01T00:00:00Z"), (-62_135_596_801, "0000-12-31T23:59:59Z"),
            (-62_167_219_201, "-0001-12-31T23:59:59Z"),
            (Int.max, "292277026596-12-04T15:30:07Z"), (Int.min, "-292277022657-01-27T08:29:52Z"),
        ])
    func outside(seconds: Int, text: String) {
        #expect(Timestamp(secondsSince1970: seconds).description == text)
    }

    @Test("moments order by time")
    func order() {
        let moments = [-1, 5, 0, .min, .max].map { Timestamp(secondsSince1970: $0) }
        #expect(moments.sorted().map(\.secondsSince1970) == [.min, -1, 0, 5, .max])
    }
}
