import MinutaCore
import SystemCalls

extension Journal {
  /// The number of bytes at the beginning of a journal line that are searched for markers.
  private static let beginning = 512

  /// Passes the recent entries of batches, and those that undo others, to `body`, newest first.
  func batchEntries(_ body: (JournalEntry) -> Void) throws(SystemError) {
    try recentEntries(with: [#""batch":{"#], or: #""undoes":["#) { entry, _ in
      body(entry)
      return true
    }
  }

  /// Passes the journal entries that name a record, and those that undo others, to `body`, newest
  /// first, until it returns false.
  func recordEntries(_ body: (JournalEntry) -> Bool) throws(SystemError) {
    try recentEntries(with: [#""record":""#, #""undoing":true"#]) { entry, _ in body(entry) }
  }

  /// Passes matching journal entries to `body`, newest first, until it returns false.
  ///
  /// An entry matches if one of `markers` occurs near the beginning of its line, or `other`
  /// anywhere in it. The search includes the three newest files, which cover at least one month,
  /// even if a wrong clock has created an extra file.
  ///
  /// - Parameter end: the position in the newest file to start from; nil to search all three files.
  func recentEntries(
    with markers: [String],
    or other: String? = nil,
    since end: EndPosition? = nil,
    _ body: (JournalEntry, LineLocation) -> Bool
  ) throws(SystemError) {
    let markers = markers.map { Array($0.utf8) }
    let other = other.map { Array($0.utf8) }
    for name in try names().suffix(end == nil ? 3 : 1).reversed() {
      let limit = other == nil ? Self.beginning : nil
      guard var lines = try existingLines(of: name, from: end?.size ?? 0, limit: limit) else {
        continue
      }
      while let line = try lines.next() {
        // JSON members of unbounded size come after the markers, so it is enough to search the
        // beginning.
        let beginning = line.bytes.prefix(Self.beginning)
        let isMatch =
          markers.contains(where: beginning.containsBytes)
          || other.map(line.bytes.containsBytes) ?? false
        if !isMatch { continue }
        let location = LineLocation(file: name, offset: line.offset, size: line.size)
        let isComplete = line.size == line.bytes.count
        let bytes = isComplete ? line.bytes : try self.bytes(at: location)[...]
        if let entry = try entry(bytes, in: name), !body(entry, location) { return }
      }
    }
  }
}
