import PhonolithStreaming
import Testing

@Suite struct RangeTests {
    /// The examples of RFC 9110, 14.1.2, and what its text says of the rest; of 10 000 bytes.
    @Test(
        "A Range header gets the bytes that RFC 9110 gives it",
        arguments: [
            ("bytes=0-499", RangeAnswer.part(ByteRange(0, 499))),
            ("bytes=500-999", .part(ByteRange(500, 999))),
            ("bytes=-500", .part(ByteRange(9500, 9999))),
            ("bytes=9500-", .part(ByteRange(9500, 9999))),
            ("bytes=0-0", .part(ByteRange(0, 0))),
            ("bytes=9999-9999", .part(ByteRange(9999, 9999))),
            ("bytes=9000-99999", .part(ByteRange(9000, 9999))),
            ("bytes=-99999", .part(ByteRange(0, 9999))),
            ("bytes=0-99999999999999999999999", .part(ByteRange(0, 9999))),
            ("BYTES=0-1", .part(ByteRange(0, 1))),
            ("bytes= 0-1 ,", .part(ByteRange(0, 1))),
            ("bytes=10000-", .unsatisfiable),
            ("bytes=10000-10001", .unsatisfiable),
            ("bytes=-0", .unsatisfiable),
            ("bytes=99999999999999999999999-", .unsatisfiable),
            // Several ranges: one stretch where they are one, else the whole.
            ("bytes=0-99,100-199", .part(ByteRange(0, 199))),
            ("bytes=0-99,50-199", .part(ByteRange(0, 199))),
            ("bytes=0-99,20000-", .part(ByteRange(0, 99))),
            ("bytes=0-0,-1", .whole),
            ("bytes=500-600,0-99", .whole),
            ("bytes=20000-,30000-", .unsatisfiable),
        ])
    func answers(header: String, expected: RangeAnswer) throws {
        #expect(try #require(RangeRequest(header)).answer(length: 10_000) == expected)
    }

    @Test(
        "A header that is not well formed is ignored",
        arguments: [
            "", "bytes", "bytes=", "bytes=,", "bytes=-", "bytes=a-b", "bytes=5-4", "bytes=1-2-3",
            "items=0-1", "bytes=0x1-2", "bytes=+1-2", "bytes=1 - 2",
            "bytes=" + (0...64).map { "\($0)-\($0)" }.joined(separator: ","),
        ])
    func malformed(header: String) {
        #expect(RangeRequest(header) == nil)
    }

    @Test("Of an empty representation no byte can be had, but its last ones are nothing")
    func empty() throws {
        #expect(try #require(RangeRequest("bytes=0-")).answer(length: 0) == .unsatisfiable)
        #expect(try #require(RangeRequest("bytes=-5")).answer(length: 0) == .whole)
        #expect(try #require(RangeRequest("bytes=-0")).answer(length: 0) == .unsatisfiable)
    }

    @Test("If-Range lets a part count only for the same bytes")
    func ifRange() {
        let file = Representation(length: 100, tag: EntityTag("a-1"), modified: 1000)
        let part = RepresentationAnswer.bytes(.part(ByteRange(0, 9)))
        func answer(_ change: (inout RequestConditions) -> Void) -> RepresentationAnswer {
            var conditions = RequestConditions()
            conditions.range = "bytes=0-9"
            change(&conditions)
            return file.answer(to: conditions)
        }
        #expect(answer { _ in } == part)
        #expect(answer { $0.ifRangeTag = EntityTag("a-1") } == part)
        #expect(answer { $0.ifRangeTag = EntityTag("a-2") } == .bytes(.whole))
        #expect(answer { $0.ifRangeTag = EntityTag("a-1", isWeak: true) } == .bytes(.whole))
        #expect(answer { $0.ifRangeDate = 1000 } == part)
        #expect(answer { $0.ifRangeDate = 1001 } == .bytes(.whole))
        #expect(answer { $0.hasUnreadableIfRange = true } == .bytes(.whole))
    }

    @Test("A client that means other bytes is refused before anything else is looked at")
    func preconditionFailed() {
        let file = Representation(length: 100, tag: EntityTag("a-1"), modified: 1000)
        func answer(_ change: (inout RequestConditions) -> Void) -> RepresentationAnswer {
            var conditions = RequestConditions()
            conditions.ifNoneMatch = "\"a-1\""
            change(&conditions)
            return file.answer(to: conditions)
        }
        #expect(answer { $0.ifMatch = "\"nope\"" } == .preconditionFailed)
        #expect(answer { $0.ifMatch = "W/\"a-1\"" } == .preconditionFailed)
        #expect(answer { $0.ifMatch = "\"nope\", \"a-1\"" } == .notModified)
        #expect(answer { $0.ifMatch = "*" } == .notModified)
        #expect(answer { $0.ifUnmodifiedSince = 999 } == .preconditionFailed)
        #expect(answer { $0.ifUnmodifiedSince = 1000 } == .notModified)
        // The date counts only where there are no tags (RFC 9110, 13.1.4).
        let both = answer {
            $0.ifMatch = "*"
            $0.ifUnmodifiedSince = 999
        }
        #expect(both == .notModified)
    }

    @Test("Where no date is known, conditions with dates do not count")
    func withoutDate() {
        let picture = Representation(length: 100, tag: EntityTag("a-1"))
        var conditions = RequestConditions()
        conditions.ifModifiedSince = 5_000_000_000
        conditions.ifUnmodifiedSince = 0
        #expect(picture.answer(to: conditions) == .bytes(.whole))
        conditions.range = "bytes=0-9"
        conditions.ifRangeDate = 0
        #expect(picture.answer(to: conditions) == .bytes(.whole))
    }

    @Test("A client that has the bytes is told so, whatever range it asks for")
    func notModified() {
        let file = Representation(length: 100, tag: EntityTag("a-1"), modified: 1000)
        var conditions = RequestConditions()
        conditions.range = "bytes=0-9"
        conditions.ifNoneMatch = "\"b\", W/\"a-1\""
        #expect(file.answer(to: conditions) == .notModified)
        conditions.ifNoneMatch = "*"
        #expect(file.answer(to: conditions) == .notModified)
        // The date counts only where there are no tags (RFC 9110, 13.1.3).
        conditions.ifNoneMatch = "\"b\""
        conditions.ifModifiedSince = 2000
        #expect(file.answer(to: conditions) == .bytes(.part(ByteRange(0, 9))))
        conditions.ifNoneMatch = nil
        #expect(file.answer(to: conditions) == .notModified)
        conditions.ifModifiedSince = 999
        #expect(file.answer(to: conditions) == .bytes(.part(ByteRange(0, 9))))
    }
}
