import PhonolithTestSupport
import Testing

/// Suites that see the page in a browser: one Chromium for all of them, and one test after another.
@Suite(.serialized, .chromium) enum BrowserTests {
    /// Widths of windows in pixels: a phone, a desktop and, where all is tested, a tablet.
    static let widths = [360, 1440] + (LongTests.areWhole ? [768] : [])
}

/// Starts the Chromium of the suites in a suite, and ends it with them.
struct ChromiumTrait: SuiteTrait, TestScoping {
    let isRecursive = false

    func provideScope(
        for test: Test, testCase: Test.Case?,
        performing function: @Sendable @concurrent () async throws -> Void
    ) async throws {
        let chromium = try await Chromium.start()
        do {
            try await Chromium.$shared.withValue(chromium) { try await function() }
        } catch {
            await chromium.stop()
            throw error
        }
        await chromium.stop()
    }
}

extension Trait where Self == ChromiumTrait {
    static var chromium: Self { ChromiumTrait() }
}
