/// What was found, and the files that could not be used on the way to it.
struct Found<Value: Sendable>: Sendable {
  var value: Value
  var setAside: [SetAsideFile] = []

  /// Keeps the files and makes something else of the value.
  func map<Other: Sendable>(_ transform: (Value) -> Other) -> Found<Other> {
    Found<Other>(value: transform(value), setAside: setAside)
  }
}

extension Found: Equatable where Value: Equatable {}

/// A file that could not be used, and why.
struct SetAsideFile: Sendable, Hashable {
  /// Within the folder of the messages.
  let path: String
  let reason: String
}
