import Testing

@testable import PhonolithThumbnails

@Suite("The order in which pictures are made")
struct FileOrderTests {
    @Test("is that of the file, within a window")
    func order() {
        #expect(FileOrder.of([5, 1, 3, 1, 0], windowLength: 3) == [[1, 2, 0], [4, 3]])
        #expect(FileOrder.of([], windowLength: 3) == [])
    }

    @Test(
        "gives each thread a stretch of the file, none of them empty",
        arguments: [
            (6, 2, [[0, 1, 2], [3, 4, 5]]), (5, 3, [[0], [1, 2], [3, 4]]), (1, 4, [[0]]),
            (3, 1, [[0, 1, 2]]), (0, 2, []),
        ])
    func parts(_ length: Int, _ count: Int, _ parts: [[Int]]) {
        #expect(FileOrder.parts(of: Array(0..<length), count: count).map(Array.init) == parts)
    }
}
