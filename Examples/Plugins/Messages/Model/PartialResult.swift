/// What was found, and the files that could not be used on the way to it.
struct PartialResult<Value: Sendable>: Sendable {
  var value: Value
  var skippedFiles: [SkippedFile] = []

  /// Keeps the files and makes something else of the value.
  func map<Other: Sendable>(_ transform: (Value) -> Other) -> PartialResult<Other> {
    PartialResult<Other>(value: transform(value), skippedFiles: skippedFiles)
  }
}

extension PartialResult: Equatable where Value: Equatable {}

/// A file that could not be used, and why.
struct SkippedFile: Sendable, Hashable {
  /// Within the folder of the messages.
  let path: String
  let reason: String
}
