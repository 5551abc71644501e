import Testing

/// Tests that start programs.
///
/// They run one after the other, because several displays and hosts at once would slow each other
/// down.
@Suite(.serialized)
struct ProgramTests {}
