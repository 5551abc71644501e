/// The policy for records that overlap.
package enum OverlapPolicy: String, Sendable, CaseIterable {
  /// Allows overlaps.
  case allow
  /// Allows overlaps and reports them.
  case warn
  /// Rejects a change that causes an overlap.
  case refuse
  /// Keeps the new record, and shortens or splits the records that it overlaps.
  case adjust
}
