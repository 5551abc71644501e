import Testing

/// Tests that start programs, one after the other: a display and a few hosts at once would make
/// each other late.
@Suite(.serialized)
struct ProgramTests {}
