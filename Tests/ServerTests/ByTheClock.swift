import Testing

/// Tests that measure time, start programs, or open more connections than other tests leave room for: one at a time.
@Suite(.serialized) enum ByTheClock {
    /// Those of programs as they are installed.
    @Suite enum WholePrograms {}
}

/// Tests of programs as they are installed, beside others.
@Suite enum WholePrograms {}
