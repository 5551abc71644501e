/// A result, with the files that were skipped because they can't be used.
struct PartialResult<Value: Sendable>: Sendable {
  var value: Value
  var skippedFiles: [SkippedFile] = []

  /// Transforms the value and keeps the skipped files.
  func map<Other: Sendable>(_ transform: (Value) -> Other) -> PartialResult<Other> {
    PartialResult<Other>(value: transform(value), skippedFiles: skippedFiles)
  }
}

extension PartialResult: Equatable where Value: Equatable {}

/// A file that could not be used, and why.
struct SkippedFile: Sendable, Hashable {
  /// The path in the data folder.
  let path: String
  let reason: String
}
