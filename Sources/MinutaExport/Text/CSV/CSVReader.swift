/// Reads the rows of a CSV file (RFC 4180) one by one.
///
/// Lines end with LF, CRLF or CR. Blank lines, a byte-order mark and a first line such as `sep=;` are
/// left out. A row with text after a closing quote is invalid, because it shows that a quote before it
/// isn't closed; blanks there are left out.
package struct CSVReader {
  private let file: ImportFile
  private let separator: UInt8
  private var chunk: [UInt8] = []
  private var position = 0
  /// The offset in the file at which `chunk` ends.
  private var offset = 0
  private var line = 1

  /// A row, or the reason why there is none.
  package enum Element: Sendable {
    case row(CSVRow)
    case invalid(line: Int, InvalidReason)
  }

  private enum CellState {
    case cellStart
    case unquoted
    case quoted
    /// After a quote in a quoted cell, which ends the cell unless another quote follows.
    case quote
    /// After a blank after the closing quote.
    case closed
  }

  /// The number of bytes that were read again, because a quote before them isn't closed.
  private var repeatedBytes = 0

  /// The number of such bytes after which the lines that such a row reaches aren't read again.
  private static let repeatedBytesLimit = 32 << 20

  /// The size limit of a row in bytes.
  private static let limit = 4 << 20

  package init(_ file: ImportFile, separator: UInt8) {
    self.file = file
    self.separator = separator
  }

  /// Returns the next row; nil after the last.
  package mutating func next() throws(FormatError) -> Element? {
    if offset == 0, let declaration = try Self.declaration(in: file) {
      resume(at: (declaration.length, 2))
    }
    while let first = try peek() {
      guard first == 0x0A || first == 0x0D else { return try element() }
      try skipLineBreak()
    }
    return nil
  }

  /// Returns the character between cells that Excel writes into a first line such as `sep=;`, and the
  /// number of bytes up to the second line; nil if the file doesn't begin with such a line.
  static func declaration(
    in file: ImportFile
  ) throws(FormatError) -> (separator: UInt8, length: Int)? {
    let bytes = try file.read(0, 10)
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let line = bytes.dropFirst(start)
    let end = line.dropFirst(5)
    guard line.starts(with: "sep=".utf8), end.first == 0x0A || end.first == 0x0D else { return nil }
    return (line[start + 4], start + 5 + (end.starts(with: [0x0D, 0x0A]) ? 2 : 1))
  }

  private mutating func element() throws(FormatError) -> Element {
    var row = CSVRow(line: line)
    var state = CellState.cellStart
    // The place after the row's first line, where reading continues if a quote isn't closed.
    var secondLine: (offset: Int, line: Int)?
    while let byte = try peek() {
      if row.bytes.count + row.ends.count > Self.limit {
        guard state == .quoted else { throw .tooLarge(file: file.name, limit: Self.limit) }
        break
      }
      if state == .quoted {
        let run = chunk[position...].prefix { !Self.endsRun($0) }
        if !run.isEmpty {
          row.bytes += run
          position = run.endIndex
          continue
        }
        if byte == UInt8(ascii: "\"") {
          state = .quote
        } else {
          row.bytes.append(byte)
        }
        position += 1
        guard try endsLine(byte) else { continue }
        line += 1
        secondLine = secondLine ?? (offset - chunk.count + position, line)
        continue
      }
      if byte == 0x0A || byte == 0x0D {
        try skipLineBreak()
        return ended(row)
      }
      position += 1
      if byte == separator {
        row.ends.append(row.bytes.count)
        state = .cellStart
      } else if byte == UInt8(ascii: "\""), state == .cellStart {
        state = .quoted
      } else if state == .quote || state == .closed, byte == UInt8(ascii: " ") {
        state = .closed
      } else if state == .closed || state == .quote && byte != UInt8(ascii: "\"") {
        return try invalid(row, .textAfterQuote, secondLine)
      } else {
        row.bytes.append(byte)
        state = byte == UInt8(ascii: "\"") && state == .quote ? .quoted : .unquoted
      }
    }
    guard state == .quoted else {
      row.lacksLineBreak = true
      return ended(row)
    }
    return try invalid(row, .unclosedQuote, secondLine)
  }

  /// Returns a row in which a quote is probably missing, and continues on its second line.
  private mutating func invalid(
    _ row: CSVRow,
    _ reason: InvalidReason,
    _ secondLine: (offset: Int, line: Int)?
  ) throws(FormatError) -> Element {
    if let secondLine, repeatedBytes < Self.repeatedBytesLimit {
      repeatedBytes += offset - chunk.count + position - secondLine.offset
      resume(at: secondLine)
    } else {
      while let byte = try peek(), byte != 0x0A, byte != 0x0D { position += 1 }
    }
    return .invalid(line: row.line, reason)
  }

  private func ended(_ row: CSVRow) -> Element {
    var row = row
    row.ends.append(row.bytes.count)
    guard String(validating: row.bytes, as: UTF8.self) != nil else {
      return .invalid(line: row.line, .encoding)
    }
    return .row(row)
  }

  /// Whether a byte that was just read is the last of a line break.
  private mutating func endsLine(_ byte: UInt8) throws(FormatError) -> Bool {
    if byte == 0x0A { return true }
    if byte != 0x0D { return false }
    return try peek() != 0x0A
  }

  /// Whether a byte isn't simply a part of a quoted cell.
  private static func endsRun(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\"") || byte == 0x0A || byte == 0x0D
  }

  private mutating func skipLineBreak() throws(FormatError) {
    let byte = try peek()
    position += 1
    if byte == 0x0D, try peek() == 0x0A { position += 1 }
    line += 1
  }

  private mutating func resume(at place: (offset: Int, line: Int)) {
    line = place.line
    let start = offset - chunk.count
    if !chunk.isEmpty, start...offset ~= place.offset {
      position = place.offset - start
    } else {
      (offset, chunk, position) = (place.offset, [], 0)
    }
  }

  private mutating func peek() throws(FormatError) -> UInt8? {
    if position == chunk.count {
      let isFirst = offset == 0
      chunk = try file.read(offset, 1 << 16)
      offset += chunk.count
      position = 0
      if isFirst, chunk.starts(with: [0xEF, 0xBB, 0xBF]) {
        position = 3
        return try peek()
      }
    }
    return position < chunk.count ? chunk[position] : nil
  }
}
