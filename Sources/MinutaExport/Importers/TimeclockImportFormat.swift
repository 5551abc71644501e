import MinutaCore

/// Timeclock files of hledger, Ledger and Emacs's timeclock.
///
/// The account `Acme:Website` gives the tag; the text after it is the comment. Several sessions may
/// be open at once: a clock-out with an account ends the session of that account, one without an
/// account the last session that began.
package enum TimeclockImportFormat: ImportFormat {
  package static let name = "timeclock"
  package static let otherNames = ["hledger", "ledger"]
  package static let title = "Timeclock (hledger, Ledger)"

  package static func files(in paths: [String]) -> [String] {
    paths.filter { $0.hasSuffix(".timeclock") }.sorted()
  }

  package static func recognizes(_ sample: FileSample) -> Bool {
    sample.lines.contains { line in
      !TimeclockReader.isComment(line) && TimeclockLine(line)?.code == .clockIn
    }
  }

  package static func reader(
    of file: ImportFile,
    _ options: ImportOptions
  ) throws(FormatError) -> any ImportReader {
    TimeclockReader(file)
  }
}

/// A line of a timeclock file, such as `i 2024-05-17 08:30:00 Acme:Website  Fix the login`.
private struct TimeclockLine {
  let code: Code
  let instant: ImportedInstant
  /// The text after the time, without blanks around it.
  let rest: Substring

  enum Code {
    case clockIn
    case clockOut
    /// A balance or the required hours of a day.
    case other
  }

  init?(_ line: String) {
    guard let code = line.first.flatMap(Self.code), line.dropFirst().first?.isBlank == true else {
      return nil
    }
    self.code = code
    let text = line.dropFirst().trimmingBlanks
    let date = text.prefix { !$0.isBlank }
    let time = text[date.endIndex...].trimmingBlanks
    let clock = time.prefix { !$0.isBlank && $0 != ";" }
    guard let instant = Self.instant(date, clock) else {
      // The lines of balances and of required hours have other fields in some versions.
      if code != .other { return nil }
      (instant, rest) = (.utc(0), "")
      return
    }
    self.instant = instant
    rest = time[clock.endIndex...].trimmingBlanks
  }

  private static func code(_ character: Character) -> Code? {
    switch character {
    case "i", "I": .clockIn
    case "o", "O": .clockOut
    case "b", "h": .other
    default: nil
    }
  }

  /// Returns the instant of a date such as `2024/5/17` and a time such as `08:30:00+0200`.
  private static func instant(_ date: Substring, _ time: Substring) -> ImportedInstant? {
    let parts = date.split(omittingEmptySubsequences: false) { "-/.".contains($0) }
    guard parts.count == 3, parts[0].count == 4,
      let year = number(parts[0]), let month = number(parts[1]), let day = number(parts[2]),
      let date = CivilTime(year: year, month: month, day: day)
    else { return nil }
    var scanner = TextScanner(Array(time.utf8))
    guard let local = scanner.clock(on: date) else { return nil }
    if scanner.isAtEnd { return .local(local) }
    guard let offset = scanner.offset(), scanner.isAtEnd else { return nil }
    return .utc(local.utcSeconds - offset)
  }

  private static func number(_ text: Substring) -> Int? {
    1...4 ~= text.count && text.allSatisfy { $0.isASCII && $0.isNumber } ? Int(text) : nil
  }

  /// The account and the text after it, which two blanks, a tab or a semicolon separate.
  var account: (name: Substring, text: Substring) {
    var end = rest.startIndex
    while end < rest.endIndex {
      let next = rest.index(after: end)
      let isSeparator =
        rest[end] == ";" || rest[end] == "\t"
        || (rest[end] == " " && rest[next...].first?.isBlank == true)
      if isSeparator { break }
      end = next
    }
    return (rest[..<end].trimmingBlanks, rest[end...].trimmingBlanks)
  }
}

/// Pairs the clock-ins and clock-outs of a file.
private struct TimeclockReader: ImportReader {
  private var lines: FileLineReader
  /// The sessions that haven't ended, in the order of the file.
  private var open: [Session] = []
  /// Whether the last line was a clock-in or a comment after one.
  private var isAfterClockIn = false
  private var isAtEnd = false

  /// The maximum number of open sessions; when there are more, the first ones count as running.
  private static let limit = 1000

  init(_ file: ImportFile) {
    lines = FileLineReader(file)
  }

  private struct Session {
    let line: Int
    let start: ImportedInstant
    let account: Substring
    var comment: [String]
    /// The line of the first session that begins after it; nil if there is none.
    var nextLine: Int?
  }

  mutating func next() throws(FormatError) -> ImportedItem? {
    while !isAtEnd {
      switch try lines.next() {
      case .success(let line): if let item = read(line) { return item }
      case .failure: return .invalid(line: lines.number, .encoding)
      case nil: isAtEnd = true
      }
    }
    return open.isEmpty ? nil : unended()
  }

  private mutating func read(_ line: String) -> ImportedItem? {
    if Self.isComment(line) {
      addComment(line)
      return nil
    }
    isAfterClockIn = false
    guard let parsed = TimeclockLine(line) else {
      return .invalid(line: lines.number, .expected("i DATE TIME ACCOUNT"))
    }
    switch parsed.code {
    case .other: return nil
    case .clockIn: return begin(parsed)
    case .clockOut: return end(parsed)
    }
  }

  /// Removes the first open session, which has no end.
  private mutating func unended() -> ImportedItem {
    let session = open.removeFirst()
    return session.nextLine.map { .invalid(line: session.line, .noEnd(nextLine: $0)) }
      ?? .skipped(line: session.line, .running)
  }

  private mutating func begin(_ line: TimeclockLine) -> ImportedItem? {
    let (account, text) = line.account
    let comment = String(text.first == ";" ? text.dropFirst().trimmingBlanks : text)
    if let last = open.indices.last, open[last].nextLine == nil {
      open[last].nextLine = lines.number
    }
    open.append(
      Session(
        line: lines.number,
        start: line.instant,
        account: account,
        comment: comment.isEmpty ? [] : [comment]
      )
    )
    isAfterClockIn = true
    return open.count > Self.limit ? unended() : nil
  }

  private mutating func end(_ line: TimeclockLine) -> ImportedItem {
    let (account, text) = line.account
    let named = account.isEmpty ? nil : open.lastIndex { $0.account == account }
    guard let match = named ?? open.indices.last else {
      return .invalid(line: lines.number, .missing("i"))
    }
    var session = open.remove(at: match)
    // In files of timeclock.el, the reason for the clock-out follows it.
    if named == nil, !account.isEmpty { session.comment.append(String(account)) }
    if text.first == ";" { session.comment.append(String(text.dropFirst().trimmingBlanks)) }
    var record = ImportedRecord(
      line: session.line,
      time: .interval(session.start, line.instant),
      path: AccountName.path(session.account),
      text: session.comment.isEmpty ? nil : session.comment.joined(separator: "\n")
    )
    record.spelling = TagSpelling(name: String(session.account), as: .account)
    return .record(record)
  }

  /// Adds the text of a comment line after a clock-in to its comment.
  private mutating func addComment(_ line: String) {
    let text = Substring(line).trimmingBlanks
    guard isAfterClockIn, text.first == ";" else {
      isAfterClockIn = false
      return
    }
    let comment = text.dropFirst()
    open[open.count - 1].comment.append(
      String(comment.first == " " ? comment.dropFirst() : comment)
    )
  }

  /// Whether a line is blank or a comment.
  static func isComment(_ line: String) -> Bool {
    guard let first = line.first(where: { !$0.isWhitespace }) else { return true }
    return first == ";" || first == "#" || first == "*"
  }
}
