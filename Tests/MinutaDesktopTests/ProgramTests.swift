import Testing

/// Contains all test suites that start desktop programs, so that they run one after the other.
///
/// Several X servers and programs at once would slow each other down.
@Suite(.serialized)
struct ProgramTests {}
