import Foundation
import IntentKit
import SystemCalls

/// The program's output: results go to standard output, everything else to standard error.
struct Console: Sendable {
  /// An error while writing results, such as a full disk.
  struct WriteError: Error {
    let reason: String

    /// The error as a sentence.
    var sentence: String {
      "Can't write the results: \(reason). Changes made so far are kept."
    }
  }

  let isTerminal: Bool
  /// The style of standard output: its colors and characters.
  let style: TerminalStyle
  /// The width in columns to which tables and charts are fitted; nil for output that isn't read at a
  /// terminal.
  let columns: Int?
  /// The width to which sentences on standard error are fitted; nil if it isn't a terminal.
  private let errorColumns: Int?
  let display: DisplayOptions
  /// The user's time zone, in which times are shown that a result has without one.
  let timeZone: TimeZone
  /// Whether standard error can show a progress line that is overwritten.
  let supportsProgress: Bool
  private let streams: StandardStreams

  init(
    _ environment: Environment,
    color: ColorChoice = .auto,
    display: DisplayOptions = DisplayOptions()
  ) {
    streams = environment.streams
    isTerminal = environment.isOutputTerminal
    columns = environment.outputColumns
    errorColumns = environment.errorColumns
    self.display = display
    timeZone = environment.timeZone
    style = TerminalStyle(environment.variables, isTerminal: isTerminal, color: color)
    let notes = TerminalStyle(environment.variables, isTerminal: environment.isErrorTerminal)
    supportsProgress = notes.canOverwrite
  }

  var isColored: Bool { style.colors > .none }

  /// Writes a line of results.
  func print(_ line: String) throws(WriteError) {
    try print(lines: [line])
  }

  /// Writes all lines in one call, so `head -1` doesn't cause EPIPE midway.
  func print(lines: [String]) throws(WriteError) {
    if lines.isEmpty { return }
    // Plain text was escaped by the caller. JSON wasn't; escaping characters in it doesn't change
    // its meaning.
    let lines = isTerminal ? lines.map(\.escapedAsJSON) : lines
    try write(lines.reduce(into: "") { $0 += $1 + "\n" }, to: streams.output)
  }

  /// Writes sentences of results, on lines that fit the terminal.
  func print(sentences: [String]) throws(WriteError) {
    try print(lines: sentences.flatMap(fitted))
  }

  /// Writes a sentence to standard error, on lines that fit the terminal.
  func printError(_ line: String) {
    let lines = line.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let fitted = lines.flatMap { Self.fitted($0, to: errorColumns) }
    try? write(fitted.reduce(into: "") { $0 += $1 + "\n" }, to: streams.errors)
  }

  /// Writes a text to standard error after a lead, below whose end its other lines begin.
  func printError(_ text: String, after lead: String) {
    let lines = Self.fitted(text, to: errorColumns.map { $0 - lead.count })
    let indentation = String(repeating: " ", count: lead.count)
    writeError(lead + lines.joined(separator: "\n\(indentation)") + "\n")
  }

  /// Writes a question to standard error, on lines that fit the terminal; the answer stands behind it.
  func writePrompt(_ text: String) {
    writeError(Self.fitted(text.trimmingSpaces, to: errorColumns).joined(separator: "\n") + " ")
  }

  /// Writes a notice to standard error.
  func printError(_ notice: Notice) {
    writeError(Self.fitted(notice, to: errorColumns).reduce(into: "") { $0 += $1 + "\n" })
  }

  /// Returns a notice as lines that fit the terminal.
  func fitted(_ notice: Notice) -> [String] { Self.fitted(notice, to: columns) }

  /// Commands are never wrapped, so that they can be copied.
  private static func fitted(_ notice: Notice, to columns: Int?) -> [String] {
    fitted(notice.sentences.escapedForTerminal, to: columns)
      + notice.commands.map { "  \($0.escapedForTerminal)" }
  }

  /// Returns a sentence as lines that fit the terminal; one that isn't read there stays whole.
  func fitted(_ sentence: String) -> [String] {
    Self.fitted(sentence, to: columns)
  }

  private static func fitted(_ sentence: String, to columns: Int?) -> [String] {
    columns.map { TextWrapper(width: $0).sentence(sentence) } ?? [sentence]
  }

  /// Writes raw text to standard error, such as a progress line that is overwritten later.
  func writeError(_ text: String) {
    try? write(text, to: streams.errors)
  }

  /// Reads a line that a person types; nil at the end of the input.
  func readLine() -> String? { streams.readLine() }

  /// Writes text to a file descriptor.
  ///
  /// A closed pipe (EPIPE) is not an error: a reader such as `head -1` has seen enough.
  private func write(_ text: String, to descriptor: CInt) throws(WriteError) {
    do throws(SystemError) {
      try writeAll(descriptor, path: nil, Array(text.utf8))
    } catch {
      if !error.isClosedPipe { throw WriteError(reason: error.reason) }
    }
  }

  /// Returns the text in the color of an escape code, if the terminal supports colors.
  func colored(_ text: String, _ code: String) -> String {
    isColored ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}

extension String {
  /// Returns the text with a mark for each line break, so that it fits on one line.
  func markingLineBreaks(_ mark: String) -> String {
    guard utf8.contains(UInt8(ascii: "\n")) else { return self }
    return split(whereSeparator: \.isNewline).map { String($0) }.text(separator: mark)
  }

  /// The text with control and bidirectional characters escaped for a terminal.
  var escapedForTerminal: String { escapedForTerminal(except: []) }

  /// The lines of a file with control and bidirectional characters escaped for a terminal.
  var linesForTerminal: String { escapedForTerminal(except: ["\n", "\r", "\t"]) }

  private func escapedForTerminal(except kept: [Unicode.Scalar]) -> String {
    guard unicodeScalars.contains(where: \.isControlOrBidirectional) else { return self }
    return escaping { scalar in
      scalar.isControlOrBidirectional && !kept.contains(scalar)
        ? "\\u{\(String(scalar.value, radix: 16))}" : nil
    }
  }
}

extension String {
  /// The text with control and bidirectional characters as JSON escapes.
  ///
  /// ASCII controls aren't escaped: JSON never contains them, and tables use them for colors.
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
