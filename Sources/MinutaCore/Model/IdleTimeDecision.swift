package import Foundation

/// A change of the time up to which the user has reviewed a timer's idle time.
package struct IdleTimeDecision: Sendable, Equatable {
  /// The id of the timer's record.
  package let timer: UUID
  /// The previous time in whole seconds, or nil if nothing was reviewed before.
  package let before: Date?
  package let after: Date?

  package init(timer: UUID, before: Date?, after: Date?) {
    self.timer = timer
    self.before = before?.truncatedToSeconds
    self.after = after?.truncatedToSeconds
  }

  /// The inverse change, for undo.
  var reversed: IdleTimeDecision { IdleTimeDecision(timer: timer, before: after, after: before) }
}
