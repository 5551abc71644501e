import MinutaCore

/// An interval of Timewarrior: its times, tags and annotation.
struct TimewarriorInterval {
  /// The start in seconds since 1970-01-01T00:00:00Z.
  var start = 0
  /// The end in seconds since 1970-01-01T00:00:00Z; nil if the interval is open.
  var end: Int?
  var tags: [String] = []
  var annotation: String?

  /// Returns the record of the interval.
  ///
  /// The first tag in Timewarrior's order becomes the record's tag, the others become labels.
  func item(line: Int) -> ImportedItem {
    guard let end else { return .skipped(line: line, .running) }
    let names = Self.sorted(tags)
    let spelling = TagSpelling(
      name: names.first ?? "",
      labels: names.dropFirst().map { Label(tag: $0) }
    )
    var labels = spelling.storedLabels
    if labels.isEmpty, annotation?.utf8.contains(UInt8(ascii: "#")) == true,
      !CommentParts(annotation).labels.isEmpty
    {
      // Without a label after it, the last words of the annotation would become labels.
      labels = spelling.labelsWithName
    }
    return .record(
      ImportedRecord(
        line: line,
        time: .interval(.utc(start), .utc(end)),
        path: names.first.map { [$0] } ?? [],
        text: annotation,
        labels: labels
      )
    )
  }

  /// Returns different tags, sorted by their bytes as Timewarrior does it, without an empty one.
  static func sorted(_ tags: [String]) -> [String] {
    let isSorted = zip(tags, tags.dropFirst()).allSatisfy {
      $0.utf8.lexicographicallyPrecedes($1.utf8)
    }
    if isSorted, tags.first != "" { return tags }
    var result: [String] = []
    for tag in tags.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) where tag != "" {
      if result.last.map({ $0.utf8.elementsEqual(tag.utf8) }) != true { result.append(tag) }
    }
    return result
  }

  /// Parses a time such as `20240517T083000Z`; returns nil if the text is anything else.
  static func seconds(_ text: String) -> Int? {
    var text = text
    return text.withUTF8 { seconds($0[...]) }
  }

  /// Parses the UTF-8 bytes of a time.
  static func seconds(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Int? {
    let start = bytes.startIndex
    guard bytes.count == 16, bytes[start + 8] == UInt8(ascii: "T"),
      bytes[start + 15] == UInt8(ascii: "Z")
    else { return nil }
    var numbers = (0, 0)
    for offset in 0..<15 where offset != 8 {
      guard bytes[start + offset].isDigit else { return nil }
      let digit = Int(bytes[start + offset] - UInt8(ascii: "0"))
      if offset < 8 {
        numbers.0 = numbers.0 * 10 + digit
      } else {
        numbers.1 = numbers.1 * 10 + digit
      }
    }
    let (date, clock) = numbers
    return CivilTime(
      year: date / 10_000,
      month: date / 100 % 100,
      day: date % 100,
      hour: clock / 10_000,
      minute: clock / 100 % 100,
      second: clock % 100
    )?.utcSeconds
  }
}
