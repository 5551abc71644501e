package import Foundation

/// The outcome of a key press that no notification showed.
package struct KeyOutcome: Sendable {
  let sentence: String
  let date: Date

  package init(_ sentence: String, at date: Date) {
    self.sentence = sentence
    self.date = date
  }

  /// The time at which a bar stops showing the outcome.
  package var expiry: Date { date.addingTimeInterval(300) }
}
