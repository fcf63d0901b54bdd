import Testing

/// Tests that measure time, start programs, or open more connections than other tests leave room for: one at a time.
@Suite(.serialized) enum ByTheClock {}
