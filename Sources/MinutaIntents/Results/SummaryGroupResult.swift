import Foundation
package import JSONText
import MinutaCore

/// A group of a summary in a result, with the groups inside it.
package struct SummaryGroupResult: Codable, Sendable {
  /// The tag's name, the date, the comment, the label or its value; nil without one.
  ///
  /// For an unknown tag, it is the tag's id. For a level of tag names, it is the path.
  @Nullable package var key: String?
  package let tagId: String?
  package let seconds: Int
  package let wallSeconds: Int?
  package let records: Int
  package let groups: [SummaryGroupResult]?

  init(_ group: SummaryGroup, tags: [UUID: Tag]) {
    var tag: UUID?
    switch group.key {
    case .date(let text): key = text
    case .comment(let text), .label(let text): key = text
    case .tag(nil): key = nil
    case .tagPath(let path, let id):
      key = path.name
      tag = id
    case .tag(let id?):
      key = tags[id]?.name ?? id.text
      tag = id
    }
    tagId = tag?.text
    seconds = group.seconds
    wallSeconds = group.wallSeconds
    records = group.records
    groups = group.groups.map { $0.map { SummaryGroupResult($0, tags: tags) } }
  }
}
