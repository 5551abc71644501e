package import Foundation

/// A user's decision about the idle time of a timer, as recorded in the history.
///
/// `before` and `after` are the times up to which the timer's idle time was reviewed, before and
/// after the decision.
package struct IdleTimeDecision: Sendable, Equatable {
  /// The id of the timer's record.
  package let timer: UUID
  /// The earlier reviewed time in whole seconds, or nil if nothing had been reviewed before.
  package let before: Date?
  package let after: Date?

  package init(timer: UUID, before: Date?, after: Date?) {
    self.timer = timer
    self.before = before?.truncatedToSeconds
    self.after = after?.truncatedToSeconds
  }

  /// The decision with `before` and `after` swapped, which undoes this one.
  var reversed: IdleTimeDecision { IdleTimeDecision(timer: timer, before: after, after: before) }
}
