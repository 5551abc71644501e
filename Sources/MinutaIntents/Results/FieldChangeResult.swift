import Foundation
import MinutaCore

/// The change of a field of a record, as texts for people.
package struct FieldChangeResult: Codable, Sendable {
  /// The field: `tag`, `start`, `end` or `comment`.
  package let field: String
  /// The old value; nil if there was none.
  package let before: String?
  /// The new value; nil if there is none.
  package let after: String?

  /// Returns the fields that an update changed.
  ///
  /// - Parameter formatter: writes the times.
  static func changes(
    from before: TaggedRecord,
    to after: TaggedRecord,
    _ formatter: SentenceFormatter
  ) -> [FieldChangeResult] {
    func values(_ tagged: TaggedRecord) -> [String?] {
      let record = tagged.record
      return [
        record.tagId.map { tagged.tag?.name ?? $0.uuidString }, formatter.moment(record.startTime),
        record.endTime.map(formatter.moment), record.comment,
      ]
    }
    let pairs = zip(
      ["tag", "start", "end", "comment"],
      zip(values(before), values(after))
    )
    return pairs.filter { $0.1.0 != $0.1.1 }.map { field, values in
      FieldChangeResult(field: field, before: values.0, after: values.1)
    }
  }
}
