/// What becomes of records that would lie over each other.
package enum OverlapPolicy: String, Sendable, CaseIterable {
  /// Nothing.
  case allow
  /// They are named.
  case warn
  /// What would make them is not done.
  case refuse
  /// The new one stays as it is, the others are shortened or split.
  case adjust
}
