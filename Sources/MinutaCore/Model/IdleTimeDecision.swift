package import Foundation

/// A change of the moment up to which time away from a timer has been decided about.
package struct IdleTimeDecision: Sendable, Equatable {
  /// The id of the timer's record.
  package let timer: UUID
  /// In whole seconds; nil where nothing had been decided.
  package let before: Date?
  package let after: Date?

  package init(timer: UUID, before: Date?, after: Date?) {
    self.timer = timer
    self.before = before?.truncatedToSeconds
    self.after = after?.truncatedToSeconds
  }

  /// The change that takes this one back.
  var reversed: IdleTimeDecision { IdleTimeDecision(timer: timer, before: after, after: before) }
}
