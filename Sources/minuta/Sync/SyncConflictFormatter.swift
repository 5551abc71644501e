import Foundation
import IntentKit
import JSONText
import MinutaCore
import MinutaStore
import MinutaSync
import SystemCalls

/// Formats conflicts of fields as people know them: with local times and the names of tags.
struct SyncConflictFormatter {
  let tags: TagList
  let clock: LocalTimeConverter

  private static let fieldNames = [
    "startTime": "start", "endTime": "end", "tagId": "tag", "createdAt": "created",
    "isArchived": "archived", "": "content",
  ]

  /// Returns the row of a list: what is in conflict and the field, then the value that was kept and
  /// the other one.
  func row(_ conflict: SyncConflict) -> (place: [String], values: [String]) {
    ([subject(of: conflict), fieldName(of: conflict)], values(of: conflict))
  }

  /// Returns the short id of the record, the tag, or the path of the file.
  func subject(of conflict: SyncConflict) -> String {
    switch conflict.field.subject {
    case .record(let id):
      String(id.uuidString.prefix(8))
        + (conflict.invoice.map { $0.isEmpty ? " (billed)" : " (invoice \($0.quoted))" } ?? "")
    case .tag(let id): "tag \(tags[id]?.name.singleLine.quoted ?? String(id.uuidString.prefix(8)))"
    case .file(let path): path
    }
  }

  /// Returns the other values of conflicts that are taken together: `start of 56E88A22 to 08:30 and
  /// end to 09:00`.
  func targets(of conflicts: [SyncConflict]) -> String {
    conflicts.enumerated().map { index, conflict in
      let place = index == 0 ? " of \(subject(of: conflict))" : ""
      return "\(fieldName(of: conflict))\(place) to \(values(of: conflict)[1])"
    }.joined(separator: " and ")
  }

  private func fieldName(of conflict: SyncConflict) -> String {
    Self.fieldNames[conflict.field.key] ?? conflict.field.key
  }

  private func values(of conflict: SyncConflict) -> [String] {
    if let files = conflict.files {
      return [files.kept, files.other].map { $0.count.counted("byte") }
    }
    return [conflict.kept, conflict.other].map { text($0, of: conflict.field.key) }
  }

  /// Returns a value as a person reads it; `none` for a field that is absent.
  private func text(_ value: JSONValue?, of key: String) -> String {
    guard let value, value != .null else { return "none" }
    guard let text = value.string else { return value.text() }
    switch key {
    case "startTime", "endTime", "createdAt":
      guard let time = Timestamp.date(text).map(clock.time) else { break }
      return "\(time.dateText) \(time.clockText)"
    case "tagId":
      if let tag = UUID.of(text).flatMap({ tags[$0] }) { return tag.name.singleLine.quoted }
    default: break
    }
    return text.singleLine.quoted
  }
}

extension SyncConflict {
  var json: JSONValue {
    var json: JSONObject = [
      "field": .string(field.key), "commit": .string(commit),
      "time": .string(Timestamp.text(time)),
    ]
    switch field.subject {
    case .record(let id): json["record"] = .string(id.uuidString)
    case .tag(let id): json["tag"] = .string(id.uuidString)
    case .file(let path): json["file"] = .string(path)
    }
    json["invoice"] = invoice.map { .string($0) }
    json["kept"] = kept ?? .null
    json["other"] = other ?? .null
    return .object(json)
  }
}
