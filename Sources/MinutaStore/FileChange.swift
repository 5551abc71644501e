import JSONText

/// A text file of the store before and after a transaction; nil where it was not there.
struct FileChange: Sendable, Equatable {
  /// Within the store.
  let path: String
  let before: String?
  let after: String?
}

/// A file that a transaction gives another place.
struct FileMove: Sendable, Equatable {
  let from: String
  let to: String
}

extension FileChange {
  init?(json: JSONValue) {
    guard let path = json["path"]?.string else { return nil }
    self.init(path: path, before: json["before"]?.string, after: json["after"]?.string)
  }

  var json: JSONValue {
    [
      "path": .string(path), "before": before.map { .string($0) } ?? .null,
      "after": after.map { .string($0) } ?? .null,
    ]
  }
}

extension FileMove {
  init?(json: JSONValue) {
    guard let from = json["from"]?.string, let to = json["to"]?.string else { return nil }
    self.init(from: from, to: to)
  }

  var json: JSONValue { ["from": .string(from), "to": .string(to)] }
}
