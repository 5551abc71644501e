/// The numbers of shared files of each kind, which a sync exchanges.
package struct FileCounts: Codable, Sendable, Equatable {
  package var records = 0
  /// The number of these records that are deleted.
  package var deletedRecords = 0
  package var images = 0
  package var invoices = 0
  /// Whether `tags.json` is among the files.
  package var hasTags = false

  private enum CodingKeys: String, CodingKey {
    case records, deletedRecords, images, invoices
    case hasTags = "tags"
  }

  package init() {}

  package var isEmpty: Bool { self == FileCounts() }

  /// The counts as words, such as `3 records and tags`.
  package var text: String {
    var parts: [String] = []
    if records > 0 { parts.append(recordsText) }
    if images > 0 { parts.append(images.counted("image")) }
    if invoices > 0 { parts.append(invoices.counted("invoice")) }
    if hasTags { parts.append("tags") }
    guard let last = parts.popLast() else { return "nothing" }
    return parts.isEmpty ? last : "\(parts.joined(separator: ", ")) and \(last)"
  }

  private var recordsText: String {
    if deletedRecords == records { return records.counted("deleted record") }
    return records.counted("record") + (deletedRecords == 0 ? "" : " (\(deletedRecords) deleted)")
  }
}
