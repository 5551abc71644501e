/// A progress line on the terminal that is erased at the end.
struct ProgressLine {
  let console: Console
  private var isShown = false

  init(console: Console) {
    self.console = console
  }

  mutating func show(_ text: String) {
    guard console.supportsProgress else { return }
    console.writeError("\r\(text)\u{1B}[K")
    isShown = true
  }

  mutating func clear() {
    if isShown { console.writeError("\r\u{1B}[K") }
    isShown = false
  }
}
