import JSONText
import MinutaCore

/// The text of a file before and after a transaction; nil where the file doesn't exist.
struct FileChange: Sendable, Equatable {
  /// The path relative to the data directory.
  let path: String
  let before: String?
  var after: String?
  /// The path of the file whose problem is repaired; nil if the change isn't part of a repair.
  var repair: String?
}

/// A rename that is part of a transaction.
///
/// It is skipped if the target path is taken.
struct FileMove: Sendable, Hashable {
  let from: String
  let to: String
  /// The path of the file whose problem is repaired; nil if the move isn't part of a repair.
  var repair: String?
  /// Whether the move is performed before the changes of files, because one of those changes needs
  /// the move's old path.
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
