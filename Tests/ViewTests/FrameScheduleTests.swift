import Testing

@testable import PhonolithFilms

@Suite("The schedule of frames") struct FrameScheduleTests {
    @Test(
        "shows the last frame whose time has come, and drops those before it",
        arguments: [
            ([], 1.0, false, nil, 0), ([1.0, 1.04, 1.08], 0.9, false, nil, 0),
            ([1.0, 1.04, 1.08], 0.9, true, 0, 0), ([1.0, 1.04, 1.08], 1.0, false, 0, 0),
            ([1.0, 1.04, 1.08], 1.0399, false, 1, 1), ([1.0, 1.04, 1.08], 7, true, 2, 2),
        ] as [([Double], Double, Bool, Int?, Int)])
    func due(times: [Double], time: Double, needsPicture: Bool, due: Int?, drops: Int) {
        let schedule = FrameSchedule(times: times, time: time, needsPicture: needsPicture)
        #expect(schedule.due == due)
        #expect(schedule.dropCount == drops)
    }

    @Test(
        "holds frames that are over, but never shows nothing for long",
        arguments: [
            (2.0, 1.9, 0.0, FrameVerdict.show), (2.0, 2.0, 0, .hold), (2.0, 3.0, 0.05, .hold),
            (2.0, 3.0, 0.2, .show),
        ])
    func verdict(end: Double, time: Double, standstill: Double, verdict: FrameVerdict) {
        #expect(FrameVerdict(end: end, time: time, standstill: standstill) == verdict)
    }
}
