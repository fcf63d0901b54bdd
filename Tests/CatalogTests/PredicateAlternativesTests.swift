import MediaModel
import Testing

@testable import Catalog

@Suite("Alternatives in a predicate")
struct PredicateAlternativesTests {
    struct Example: Sendable {
        let given: MediaPredicate
        let expected: MediaPredicate
    }

    static let jazz = MediaPredicate.equalTo(.genre, "Jazz")
    static let rock = MediaPredicate.equalTo(.genre, "Rock")
    static let year = MediaPredicate.equalTo(.year, 1990)
    static let jazzOrRock = MediaPredicate.isIn(.genre, ["Jazz", "Rock"])

    @Test(
        "become a list where they ask one property for its value",
        arguments: [
            Example(given: jazz, expected: jazz),
            Example(given: .any([]), expected: .any([])),
            Example(given: .any([jazz]), expected: jazz),
            Example(given: .any([jazz, rock]), expected: jazzOrRock),
            Example(given: .any([jazz, year]), expected: .any([jazz, year])),
            Example(given: .any([jazz, year, rock]), expected: .any([jazzOrRock, year])),
            Example(
                given: .any([jazz, .isIn(.genre, ["Folk"]), rock]),
                expected: .isIn(.genre, ["Jazz", "Folk", "Rock"])),
            Example(given: .any([jazz, .not(rock)]), expected: .any([jazz, .not(rock)])),
            Example(
                given: .all([year, .not(.any([jazz, rock]))]),
                expected: .all([year, .not(jazzOrRock)])),
            Example(
                given: .any([.any([jazz, rock]), .equalTo(.genre, "Folk")]),
                expected: .isIn(.genre, ["Jazz", "Rock", "Folk"])),
        ])
    func become(_ example: Example) {
        #expect(example.given.listingAlternatives == example.expected)
    }
}
