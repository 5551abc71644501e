/// A text format in which the state of the timers is printed for a status bar.
///
/// A format escapes the names of tags, so that a bar takes nothing in them for a command or markup.
package protocol StatusFormat: Sendable {
  /// The name by which users choose the format.
  var name: String { get }
  /// The programs that read the format, for the help.
  var summary: String { get }
  /// The lines before the first status.
  var header: [String] { get }
  /// The lines after the last status.
  var footer: [String] { get }
  /// Whether the bar writes clicks to the standard input of a program that keeps running.
  var sendsClicks: Bool { get }

  /// The variable in which a bar passes the number of a mouse button; nil if it passes none.
  var clickVariable: String? { get }

  /// Whether the exit code reports an error, for scripts.
  ///
  /// Bars drop the line of a command that fails, so for them an error is only in the line.
  var failsWithError: Bool { get }

  /// Returns the status as a single line, without a line break at its end.
  func line(for content: StatusBarContent) -> String
}

extension StatusFormat {
  package var header: [String] { [] }
  package var footer: [String] { [] }
  package var sendsClicks: Bool { false }
  package var clickVariable: String? { nil }
  package var failsWithError: Bool { false }

  /// Returns the click that the environment variables report; nil for none.
  package func click(_ variables: [String: String]) -> BarClick? {
    clickVariable.flatMap { variables[$0] }.flatMap { Int($0) }.flatMap(BarClick.init)
  }
}
