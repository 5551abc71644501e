package import JSONText

/// An output format for status bars.
package protocol StatusFormat: Sendable {
  /// The name that selects the format.
  var name: String { get }

  /// Returns one line without a line break.
  ///
  /// - Parameter status: the result of the intent `Status`.
  func line(for status: JSONObject) -> String
}
