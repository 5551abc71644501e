import JSONText
import MinutaCore

/// A text file of the store before and after a transaction; nil where it was not there.
struct FileChange: Sendable, Equatable {
  /// Within the store.
  let path: String
  let before: String?
  var after: String?
  /// The subject of the repair that it belongs to.
  var repair: String?
}

/// A file that a transaction gives another place, unless something has that already.
struct FileMove: Sendable, Hashable {
  let from: String
  let to: String
  /// The subject of the repair that it belongs to.
  var repair: String?
  /// Whether it comes before the files, since one of them takes the place that it leaves.
  var isFirst = false

  var reversed: FileMove { FileMove(from: to, to: from, repair: repair, isFirst: !isFirst) }
}

extension FileChange {
  init?(json: JSONValue) {
    guard let path = json["path"]?.string else { return nil }
    self.init(
      path: path,
      before: json["before"]?.string,
      after: json["after"]?.string,
      repair: json["repair"]?.string
    )
  }

  var json: JSONValue {
    var json: JSONObject = [
      "path": .string(path), "before": before.map { .string($0) } ?? .null,
      "after": after.map { .string($0) } ?? .null,
    ]
    json["repair"] = repair.map { .string($0) }
    return .object(json)
  }
}

extension FileMove {
  init?(json: JSONValue) {
    guard let from = json["from"]?.string, let to = json["to"]?.string else { return nil }
    self.init(
      from: from,
      to: to,
      repair: json["repair"]?.string,
      isFirst: json["first"]?.bool ?? false
    )
  }

  var json: JSONValue {
    var json: JSONObject = ["from": .string(from), "to": .string(to)]
    json["repair"] = repair.map { .string($0) }
    if isFirst { json["first"] = true }
    return .object(json)
  }
}
