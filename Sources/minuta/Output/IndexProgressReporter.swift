/// Shows on the terminal how many files have been read.
struct IndexProgressReporter: Sendable {
  private let console: Console

  /// The number of files below which no progress is shown.
  private static let least = 5000

  init(_ console: Console) {
    self.console = console
  }

  /// Shows that `done` of `all` files have been read.
  func report(_ done: Int, _ all: Int) {
    if all < Self.least { return }
    let isEnd = done == all
    let text = "Reading records: \(done) of \(all) \(console.style.ellipsis)"
    console.writeError(isEnd ? "\r\u{1B}[K" : "\r\(text)\u{1B}[K")
  }
}
