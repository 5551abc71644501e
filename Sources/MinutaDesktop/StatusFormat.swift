package import JSONText

/// A text format in which the state of the timers is printed for a status bar.
package protocol StatusFormat: Sendable {
  /// The name by which users choose the format.
  var name: String { get }

  /// Returns the status as a single line, without a line break at its end.
  ///
  /// - Parameter status: the result of the intent `Status`.
  /// - Throws: `DecodingError` if the JSON isn't such a result.
  func line(for status: JSONObject) throws -> String
}
