import Foundation
import PhonolithUsers
import Testing

@testable import PhonolithImporting

@Suite struct ForeignDateTests {
    @Test(
        "Moments are read in the forms that programs write",
        arguments: [
            ("2024-05-01T10:20:30Z", 1_714_558_830), ("2024-05-01 10:20:30", 1_714_558_830),
            ("2024-05-01 10:20:30.123456+02:00", 1_714_551_630),
            ("2024-05-01T10:20:30-0130", 1_714_564_230), ("2024-05-01", 1_714_521_600),
            ("yesterday", nil), ("", nil), ("2024-13-01 00:00:00", nil),
        ] as [(String, Double?)])
    func text(text: String, seconds: Double?) {
        #expect(ForeignDate(text)?.date.timeIntervalSince1970 == seconds)
    }

    @Test("Numbers that are no moment give none", arguments: [nil, 0, -1, 1e300, .nan])
    func seconds(seconds: Double?) { #expect(ForeignDate(seconds: seconds) == nil) }

    @Test(
        "Ratings become stars, and none stays none",
        arguments: [
            (nil, 5.0, nil), (0, 100, nil), (-1, 1, nil), (100, 100, 5), (80, 100, 4), (1, 100, 1),
            (0.5, 1, 3), (7, 10, 4), (900, 10, 5), (.nan, 10, nil),
        ] as [(Double?, Double, Int?)])
    func stars(rating: Double?, most: Double, stars: Int?) {
        var values = UserData.Values()
        values.set(rating: rating, outOf: most)
        #expect(values.rating == stars)
    }
}
