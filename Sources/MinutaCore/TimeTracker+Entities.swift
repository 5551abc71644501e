package import Foundation

extension TimeTracker {
  /// What a caller's word for a tag means.
  package func reference(toTag text: String) throws(TrackingError) -> TagReference {
    try transaction.tags().reference(text)
  }

  /// The record that a caller's word means: `last`, `running`, an id, or the beginning of one.
  package func record(_ text: String) throws(TrackingError) -> TimeRecord {
    let found: [TimeRecord] =
      switch text {
      case "last": try transaction.lastRecord().map { [$0] } ?? []
      case "running": try transaction.runningRecords()
      default: try records(withID: text)
      }
    guard let record = found.first else { throw .recordNotFound(text) }
    if found.count > 1 { throw .recordAmbiguous(text, candidates: try tagged(found)) }
    return record
  }

  private func records(withID text: String) throws(TrackingError) -> [TimeRecord] {
    if let id = UUID(uuidString: text) { return try transaction.record(id).map { [$0] } ?? [] }
    guard let digits = Self.idPrefix(text) else { return [] }
    return try transaction.records(withPrefix: digits)
  }

  /// The digits of a text that can be the beginning of an id: at least four.
  static func idPrefix(_ text: String) -> String? {
    let digits = text.uppercased().filter { $0 != "-" }
    return digits.count >= 4 && digits.allSatisfy(\.isHexDigit) ? digits : nil
  }

  package func knownRecord(_ id: UUID) throws(TrackingError) -> TimeRecord {
    guard let record = try transaction.record(id) else { throw .recordNotFound(id.uuidString) }
    return record
  }

  /// The tag that a reference leads to.
  func knownTag(_ reference: TagReference) throws(TrackingError) -> Tag {
    let tags = try transaction.tags()
    guard let tag = try tags.find(reference) else {
      throw .tagNotFound(reference.text, candidates: tags.tags.map(\.name))
    }
    return tag
  }
}
