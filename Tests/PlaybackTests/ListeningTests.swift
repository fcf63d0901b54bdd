import PhonolithPlayback
import Testing

@Suite("What counts as listening")
struct ListeningTests {
    /// Listens to an item second by second.
    private func verdicts(
        duration: Double?, from start: Double = 0, to end: Double, _ ending: Listening.Ending
    ) -> [Listening.Verdict] {
        var listening = Listening(duration: duration, from: start)
        var verdicts: [Listening.Verdict] = []
        for time in stride(from: start, through: end, by: 1) {
            if let verdict = listening.play(to: time) { verdicts.append(verdict) }
        }
        if let verdict = listening.end(ending) { verdicts.append(verdict) }
        return verdicts
    }

    @Test("is half of an item, or four minutes of a long one, or its end")
    func played() {
        #expect(verdicts(duration: 100, to: 50, .other) == [.played])
        #expect(verdicts(duration: 100, to: 49, .other) == [])
        #expect(verdicts(duration: 3600, to: 240, .other) == [.played])
        #expect(verdicts(duration: 3600, to: 239, .other) == [])
        #expect(verdicts(duration: nil, to: 240, .other) == [.played])
        #expect(verdicts(duration: 100, from: 90, to: 99, .end) == [.played])
        #expect(verdicts(duration: 100, to: 100, .end) == [.played])
    }

    @Test("is none where one goes on within twenty seconds, and neither where one stops")
    func skipped() {
        #expect(verdicts(duration: 100, to: 19, .skip) == [.skipped])
        #expect(verdicts(duration: 100, to: 20, .skip) == [])
        #expect(verdicts(duration: 100, to: 19, .other) == [])
        // An item that counted as played is not skipped besides.
        #expect(verdicts(duration: 10, to: 6, .skip) == [.played])
    }

    @Test("is one with what was counted before it was interrupted")
    func interrupted() {
        var listening = Listening(duration: 100, from: 60, wasPlayed: true)
        #expect([listening.play(to: 100), listening.end(.end)] == [nil, nil])
    }

    @Test("does not count what was jumped over")
    func jump() {
        var listening = Listening(duration: 100)
        #expect(listening.play(to: 10) == nil)
        listening.jump(to: 90)
        #expect(listening.play(to: 95) == nil)
        #expect(listening.heard == 15)
        listening.jump(to: 0)
        #expect(listening.play(to: 40) == .played)
    }
}
