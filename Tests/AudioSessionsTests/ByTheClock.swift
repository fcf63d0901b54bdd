import Testing

/// Suites that play in time, one test after another: beside others they would be late.
@Suite(.serialized) enum ByTheClock {}
