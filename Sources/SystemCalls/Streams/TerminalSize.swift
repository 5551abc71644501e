import Glibc

/// Returns whether a descriptor refers to a terminal.
package func isTerminal(_ descriptor: CInt) -> Bool {
  isatty(descriptor) == 1
}

/// Returns whether a descriptor refers to a terminal from which this process may read.
///
/// A program in the background may not. A window manager that was started from a console passes the
/// console on to the programs of its keys, which have no controlling terminal.
package func isReadableTerminal(_ descriptor: CInt) -> Bool {
  isTerminal(descriptor) && tcgetpgrp(descriptor) == getpgrp()
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
