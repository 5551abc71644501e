package import JSONText
import MinutaCore

/// The balance of a target in a result.
package struct TargetResult: Codable, Sendable {
  /// The name of the tag; nil for a target of all time.
  @Nullable package var tag: String?
  /// The period: `day`, `week` or `month`.
  package let per: String
  package let dueSeconds: Int
  package let doneSeconds: Int
  package let balanceSeconds: Int
  /// The time at which the target is or was reached; nil if unknown.
  package let doneAt: String?

  init(_ balance: TargetBalance) {
    tag = balance.tag
    per = balance.period.rawValue
    dueSeconds = balance.dueSeconds
    doneSeconds = balance.doneSeconds
    balanceSeconds = balance.balanceSeconds
    doneAt = balance.doneAt.map(Timestamp.text)
  }
}
