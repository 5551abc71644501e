/// The policy for a change that makes records overlap.
package enum OverlapPolicy: String, Sendable, CaseIterable {
  /// Allows overlaps without reporting them.
  case allow
  /// Allows overlaps and reports them to the caller.
  case warn
  /// Rejects the change.
  case refuse
  /// Keeps the changed record, and shortens or splits the records that it overlaps.
  case adjust
}
