import JSONText

/// The data files `YYYY-MM.data` of Timewarrior, and the JSON that `timew export` prints.
package enum TimewarriorImportFormat: ImportFormat {
  package static let name = "timewarrior"
  package static let otherNames = ["timew"]
  package static let title = "Timewarrior"

  package static func files(in paths: [String]) -> [String] {
    paths.filter(isDataFile).sorted()
  }

  /// Whether a path is `YYYY-MM.data`, in the folder or in its folder `data`.
  private static func isDataFile(_ path: String) -> Bool {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard let name = parts.last, parts.count == 1 || parts.count == 2 && parts[0] == "data" else {
      return false
    }
    let pattern = "0000-00.data"
    return name.utf8.count == pattern.utf8.count
      && zip(name.utf8, pattern.utf8).allSatisfy { $1 == UInt8(ascii: "0") ? $0.isDigit : $0 == $1 }
  }

  package static func recognizes(_ sample: FileSample) -> Bool {
    if let start = sample.firstElement?["start"]?.string {
      return TimewarriorInterval.seconds(start) != nil
    }
    let line = sample.lines.first { line in
      !line.allSatisfy(\.isWhitespace) && !line.hasPrefix("exc ")
    }
    let words = line?.split(separator: " ", maxSplits: 2) ?? []
    return words.count > 1 && words[0] == "inc"
      && TimewarriorInterval.seconds(String(words[1])) != nil
  }

  package static func reader(
    of file: ImportFile,
    _ options: ImportOptions
  ) throws(FormatError) -> any ImportReader {
    let start = try FileSample(file).firstLine.drop(while: \.isWhitespace)
    return start.first == "["
      ? JSONReader(elements: JSONElementReader(file)) : LineReader(lines: FileLineReader(file))
  }

  /// Reads the lines of a data file.
  private struct LineReader: ImportReader {
    var lines: FileLineReader

    mutating func next() throws(FormatError) -> ImportedItem? {
      while let bytes = try lines.nextBytes() {
        let number = lines.number
        let item = bytes.withUnsafeBufferPointer { bytes in
          var parser = TimewarriorLineParser(bytes: bytes, line: number)
          return parser.item()
        }
        if let item { return item }
      }
      return nil
    }
  }

  /// Reads the elements of the JSON array that `timew export` prints.
  private struct JSONReader: ImportReader {
    var elements: JSONElementReader

    mutating func next() throws(FormatError) -> ImportedItem? {
      guard let element = try elements.next() else { return nil }
      if element.isCut { return .invalid(line: element.line, .cut) }
      return TimewarriorImportFormat.item(element.value, line: element.line)
    }
  }

  private static func item(_ value: JSONValue?, line: Int) -> ImportedItem {
    guard let value, case .object = value else { return .invalid(line: line, .malformed) }
    guard let start = value["start"] else { return .invalid(line: line, .missing("start")) }
    var interval = TimewarriorInterval()
    switch (seconds(start), value["end"].map(seconds)) {
    case (.failure(let reason), _), (_, .failure(let reason)?):
      return .invalid(line: line, reason)
    case (.success(let start), nil):
      interval.start = start
    case (.success(let start), .success(let end)?):
      (interval.start, interval.end) = (start, end)
    }
    let tags = value["tags"] ?? []
    guard let strings = tags.array?.map(\.string), !strings.contains(nil) else {
      return .invalid(line: line, .malformed)
    }
    interval.tags = strings.compactMap(\.self)
    if let annotation = value["annotation"] {
      guard let text = annotation.string else { return .invalid(line: line, .malformed) }
      interval.annotation = text
    }
    return interval.item(line: line)
  }

  private static func seconds(_ value: JSONValue) -> Result<Int, InvalidReason> {
    let text = value.string ?? value.text()
    return TimewarriorInterval.seconds(text).map { .success($0) } ?? .failure(.invalidTime(text))
  }
}

extension UInt8 {
  var isDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }
}
