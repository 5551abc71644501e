import MinutaCore

/// The file of bartib and tock, with an activity a line:
/// `2024-05-17 08:30 - 2024-05-17 09:00 | project | description`.
package enum BartibImportFormat: ImportFormat {
  package static let name = "bartib"
  package static let title = "bartib or tock"

  /// Whether one of the first lines is an activity.
  package static func recognizes(_ sample: FileSample) -> Bool {
    sample.lines.prefix(10).contains { line in
      if case .record? = Reader.item(line, 1) { true } else { false }
    }
  }

  package static func reader(of file: ImportFile, _ options: ImportOptions) -> any ImportReader {
    Reader(lines: FileLineReader(file))
  }

  private struct Reader: ImportReader {
    var lines: FileLineReader

    mutating func next() throws(FormatError) -> ImportedItem? {
      while let line = try lines.next() {
        switch line {
        case .failure: return .invalid(line: lines.number, .encoding)
        case .success(let text):
          if let item = Self.item(text, lines.number) { return item }
        }
      }
      return nil
    }

    /// Returns the element of a line; nil if the line is blank.
    static func item(_ line: String, _ number: Int) -> ImportedItem? {
      if line.trimmed.isEmpty { return nil }
      // Bartib ignores lines that aren't activities, so some users have comments in the file.
      guard line.first?.isNumber == true else {
        return .skipped(line: number, .notARecord(line.shortened(to: 40)))
      }
      let fields = fields(of: line)
      let times = fields[0].split(separator: " - ", maxSplits: 1).map { String($0.trimmed) }
      guard fields.count > 1, let first = times.first else {
        return .invalid(line: number, .malformed)
      }
      guard let start = time(first) else { return .invalid(line: number, .invalidTime(first)) }
      guard times.count > 1 else { return .skipped(line: number, .running) }
      guard let end = time(times[1]) else { return .invalid(line: number, .invalidTime(times[1])) }
      let text = fields.dropFirst(2).joined(separator: " | ")
      return .record(
        ImportedRecord(
          line: number,
          time: .interval(.local(start), .local(end)),
          path: [fields[1]],
          text: text.isEmpty ? nil : text
        )
      )
    }

    private static func time(_ text: String) -> CivilTime? {
      var scanner = TextScanner(text)
      let time = scanner.dateAndTime(separators: " ")
      return scanner.isAtEnd ? time : nil
    }

    /// Splits a line at its bars, unless a backslash is before them.
    private static func fields(of line: String) -> [String] {
      var fields = [""]
      var isEscaped = false
      for character in line {
        if !isEscaped, character == "\\" {
          isEscaped = true
        } else if !isEscaped, character == "|" {
          fields.append("")
        } else {
          fields[fields.count - 1].append(character)
          isEscaped = false
        }
      }
      return fields.map { String($0.trimmed) }
    }
  }
}
