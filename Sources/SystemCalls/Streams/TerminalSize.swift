import Glibc

/// Returns whether a descriptor refers to a terminal.
package func isTerminal(_ descriptor: CInt) -> Bool {
  isatty(descriptor) == 1
}

/// The size of a terminal in characters.
package struct TerminalSize: Sendable, Equatable {
  package let columns: Int
  package let rows: Int

  package init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }

  /// Reads the size of a descriptor's terminal; nil if it isn't a terminal or its size is unknown.
  package init?(of descriptor: CInt) {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
      return nil
    }
    self.init(columns: Int(size.ws_col), rows: Int(size.ws_row))
  }
}
