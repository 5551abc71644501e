/// Tells the person at the terminal how far the reading of many files is.
struct IndexProgressReporter: Sendable {
  private let console: Console

  /// Fewer are read before anybody looks.
  private static let least = 5000

  init(_ console: Console) {
    self.console = console
  }

  /// Takes how many of how many files have been read.
  func report(_ done: Int, _ all: Int) {
    if all < Self.least { return }
    let isEnd = done == all
    let text = "Reading records: \(done) of \(all) \(console.style.ellipsis)"
    console.writeError(isEnd ? "\r\u{1B}[K" : "\r\(text)\u{1B}[K")
  }
}
