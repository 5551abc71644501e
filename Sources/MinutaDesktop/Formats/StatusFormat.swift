package import JSONText

/// A way to show what is running, for a status bar.
package protocol StatusFormat: Sendable {
  /// The word that asks for it.
  var name: String { get }

  /// One line, without its break.
  ///
  /// - Parameter status: the value of the intent `Status`.
  func line(for status: JSONObject) -> String
}
