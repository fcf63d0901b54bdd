import Testing

/// Suites that play in time or talk to servers of their own, one test after another: beside others they would be late.
@Suite(.serialized) enum ByTheClock {}
