/// Shows progress on the terminal while record files are read.
struct IndexProgressReporter: Sendable {
  private let console: Console

  /// The minimum number of files for which progress is shown; fewer files are read quickly.
  private static let least = 5000

  init(_ console: Console) {
    self.console = console
  }

  /// Updates the progress line after `done` of `all` files have been read.
  func report(_ done: Int, _ all: Int) {
    if all < Self.least { return }
    let isEnd = done == all
    let text = "Reading records: \(done) of \(all) \(console.style.ellipsis)"
    console.writeError(isEnd ? "\r\u{1B}[K" : "\r\(text)\u{1B}[K")
  }
}
