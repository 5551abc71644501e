extension TimeTracker {
  /// The records that were deleted and can be restored.
  package func deletedRecords() throws(TrackingError) -> [TaggedRecord] {
    try tagged(try transaction.deletedRecords().map(\.entity))
  }

  /// Puts a deleted record back as it was.
  ///
  /// - Parameter text: its id, or the beginning of it.
  package mutating func restoreRecord(_ text: String) throws(TrackingError) -> TaggedRecord {
    let digits = text.uppercased().filter { $0 != "-" }
    let isID = digits.count >= 4 && digits.allSatisfy(\.isHexDigit)
    let found = try transaction.deletedRecords().filter {
      isID && $0.entity.hasID(withPrefix: digits)
    }
    guard let image = found.first else { throw .recordNotFound(text) }
    if found.count > 1 {
      throw .recordAmbiguous(text, candidates: try tagged(found.map(\.entity)))
    }
    transaction.restore(image)
    return try tagged(image.entity)
  }
}
