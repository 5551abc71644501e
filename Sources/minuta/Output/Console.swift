import SystemCalls

/// Where the program writes: results to standard output, everything else to standard error.
struct Console: Sendable {
  /// The results can't be written, such as to a full disk.
  struct WriteError: Error {
    let reason: String

    /// What is said of it, whatever was to be written.
    var sentence: String {
      "The results could not be written (\(reason)); what was done stays done."
    }
  }

  let isTerminal: Bool
  /// The colours and characters of standard output.
  let style: TerminalStyle
  /// Whether progress can be shown on standard error.
  let supportsProgress: Bool

  init(_ environment: Environment, color: ColorChoice = .auto) {
    isTerminal = environment.isOutputTerminal
    style = TerminalStyle(environment.variables, isTerminal: isTerminal, color: color)
    let notes = TerminalStyle(environment.variables, isTerminal: environment.isErrorTerminal)
    supportsProgress = notes.canOverwrite
  }

  var isColored: Bool { style.colors > .none }

  /// Writes a line of results.
  func print(_ line: String) throws(WriteError) {
    try print(lines: [line])
  }

  /// Writes lines of results at once, so that who reads but the first leaves none to be refused.
  func print(lines: [String]) throws(WriteError) {
    if lines.isEmpty { return }
    // Other text has them escaped already; within JSON this changes nothing but the spelling.
    let lines = isTerminal ? lines.map(\.escapedAsJSON) : lines
    try write(lines.reduce(into: "") { $0 += $1 + "\n" }, to: 1)
  }

  /// Writes a line for the person at the terminal.
  func printError(_ line: String) {
    try? write(line + "\n", to: 2)
  }

  /// Writes for the person at the terminal as it stands, to be written over.
  func writeError(_ text: String) {
    try? write(text, to: 2)
  }

  /// Writes text.
  ///
  /// A reader that has seen enough, as in `| head -1`, is no error: what is left is dropped.
  private func write(_ text: String, to descriptor: CInt) throws(WriteError) {
    do throws(SystemError) {
      try writeAll(descriptor, path: nil, Array(text.utf8))
    } catch {
      if !error.isClosedPipe { throw WriteError(reason: error.reason) }
    }
  }

  /// The text in one of the terminal's colours, where it has any.
  func colored(_ text: String, _ code: String) -> String {
    isColored ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}

extension String {
  /// The text with what would steer a terminal, or turn the line around, made visible.
  var escapedForTerminal: String {
    guard unicodeScalars.contains(where: \.isControlOrBidirectional) else { return self }
    return unicodeScalars.reduce(into: "") { text, scalar in
      if scalar.isControlOrBidirectional {
        text += "\\u{\(String(scalar.value, radix: 16))}"
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
  }
}

extension String {
  /// The text with control and bidirectional characters as JSON escapes, except ASCII controls, which
  /// JSON never has and which colour a table.
  fileprivate var escapedAsJSON: String {
    let isEscaped = { (scalar: Unicode.Scalar) in
      scalar.isControlOrBidirectional && scalar.value >= 0x7F
    }
    guard unicodeScalars.contains(where: isEscaped) else { return self }
    return unicodeScalars.reduce(into: "") { text, scalar in
      if isEscaped(scalar) {
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
  }
}
