import MinutaCore

/// Org files of Emacs with `CLOCK` lines.
///
/// The headings above a clock give its tag, and their Org tags its labels. A heading with the
/// property `MINUTA: comment` is the comment of its clocks, as in the files that we write.
package enum OrgImportFormat: ImportFormat {
  package static let name = "org"
  package static let otherNames = ["emacs", "org-mode"]
  package static let title = "Org (Emacs)"

  package static func files(in paths: [String]) -> [String] {
    paths.filter { $0.hasSuffix(".org") }.sorted()
  }

  package static func recognizes(_ sample: FileSample) -> Bool {
    var hasHeading = false
    for line in String(decoding: sample.bytes, as: UTF8.self).split(whereSeparator: \.isNewline) {
      if !hasHeading {
        hasHeading = OrgHeading(String(line), keywords: []) != nil
      } else if let clock = OrgClock(line), clock != .broken {
        return true
      }
    }
    return hasHeading && sample.fileName.hasSuffix(".org")
  }

  package static func reader(
    of file: ImportFile,
    _ options: ImportOptions
  ) throws(FormatError) -> any ImportReader {
    OrgReader(file)
  }
}

/// A line such as `CLOCK: [2024-05-17 Fri 08:30]--[2024-05-17 Fri 09:00] =>  0:30`.
enum OrgClock: Equatable {
  case interval(CivilTime, CivilTime)
  case running
  /// A duration without any date.
  case duration
  case broken

  /// Returns the clock on a line; nil if the line isn't a clock.
  init?(_ line: Substring) {
    let line = line.drop(while: \.isBlank)
    // Emacs ignores case here.
    guard line.prefix("CLOCK:".count).uppercased() == "CLOCK:" else { return nil }
    var rest = line.dropFirst("CLOCK:".count).drop(while: \.isBlank)
    if rest.hasPrefix("=>") {
      self = .duration
      return
    }
    guard let start = Self.time(&rest) else {
      self = .broken
      return
    }
    if rest.allSatisfy(\.isBlank) {
      self = .running
      return
    }
    guard rest.hasPrefix("--") else {
      self = .broken
      return
    }
    rest = rest.dropFirst(2)
    if let end = Self.time(&rest) { self = .interval(start, end) } else { self = .broken }
  }

  /// Reads a timestamp such as `[2024-05-17 Fri 08:30]`, `[2024-05-17 Fri 8:30 AM]` or
  /// `[2024-05-17T08:30]`; the name of the weekday can be in any language.
  private static func time(_ text: inout Substring) -> CivilTime? {
    guard let open = text.first, open == "[" || open == "<",
      let close = text.firstIndex(of: open == "[" ? "]" : ">")
    else { return nil }
    let words = text[..<close].dropFirst().split(whereSeparator: \.isBlank)
    text = text[text.index(after: close)...]
    let parts = words.filter { word in
      word.first?.isNumber == true || ["am", "pm"].contains(word.lowercased())
    }
    let time = try? TimeText(parts.joined(separator: " "), order: .yearMonthDay)
    return if case .local(let time)? = time { time } else { nil }
  }
}

/// Reads the clocks of an Org file line by line.
private struct OrgReader: ImportReader {
  private var lines: FileLineReader
  /// The headings above the current line, from the outermost to the innermost.
  private var headings: [OrgHeading] = []
  private var fileTags: [String] = []
  private var keywords: Set<String> = ["TODO", "DONE"]
  private var hasOwnKeywords = false

  init(_ file: ImportFile) {
    lines = FileLineReader(file)
  }

  mutating func next() throws(FormatError) -> ImportedItem? {
    while let result = try lines.next() {
      guard case .success(let line) = result else {
        return .invalid(line: lines.number, .encoding)
      }
      if let item = read(line) { return item }
    }
    return nil
  }

  private mutating func read(_ line: String) -> ImportedItem? {
    switch line.first(where: { !$0.isBlank }) {
    case "*":
      if let heading = OrgHeading(line, keywords: keywords) { begin(heading) }
    case "#": readKeyword(Substring(line).trimmingBlanks)
    case ":": readProperty(Substring(line).trimmingBlanks)
    case "C", "c": return OrgClock(line[...]).map(item)
    default: break
    }
    return nil
  }

  private mutating func begin(_ heading: OrgHeading) {
    while let last = headings.last, last.level >= heading.level { headings.removeLast() }
    headings.append(heading)
  }

  /// Reads a line such as `#+TODO: OPEN(o) | CLOSED(c)` or `#+FILETAGS: :home:`.
  private mutating func readKeyword(_ line: Substring) {
    guard line.hasPrefix("#+"), let colon = line.firstIndex(of: ":") else { return }
    let value = line[line.index(after: colon)...].trimmingBlanks
    switch line[..<colon].dropFirst(2).uppercased() {
    case "TODO", "SEQ_TODO", "TYP_TODO":
      if !hasOwnKeywords { keywords = [] }
      hasOwnKeywords = true
      let words = value.split(whereSeparator: \.isBlank).map { String($0.prefix { $0 != "(" }) }
      keywords.formUnion(words.filter { $0 != "|" })
    case "FILETAGS": fileTags += OrgHeading.tags(value)
    default: break
    }
  }

  /// Reads the property of a comment, or a further line of it.
  private mutating func readProperty(_ line: Substring) {
    guard let heading = headings.last else { return }
    if heading.isComment, line == ":" || line.hasPrefix(": ") {
      headings[headings.count - 1].moreLines.append(String(line.dropFirst(2)))
    } else if line.hasPrefix(":MINUTA:"), line.dropFirst(8).trimmingBlanks == "comment" {
      headings[headings.count - 1].isComment = true
    }
  }

  private func item(_ clock: OrgClock) -> ImportedItem {
    switch clock {
    case .running: .skipped(line: lines.number, .running)
    case .duration: .skipped(line: lines.number, .noDate)
    case .broken: .invalid(line: lines.number, .expected("CLOCK: [START]--[END]"))
    case .interval(let start, let end): .record(record(start, end))
    }
  }

  private func record(_ start: CivilTime, _ end: CivilTime) -> ImportedRecord {
    let title = headings.last.flatMap { $0.isComment ? $0 : nil }
    let text = title.map { ([$0.title] + $0.moreLines).joined(separator: "\n") }
    let path = headings.filter { !$0.isComment }.map(\.component)
    let tags = fileTags + headings.flatMap(\.tags)
    let comment = tags.isEmpty ? CommentParts(text: text, labels: []) : CommentParts(text)
    var known = Set(comment.labels.map(\.tag))
    let labels = comment.labels + tags.filter { known.insert($0).inserted }.map { Label(tag: $0) }
    var record = ImportedRecord(
      line: lines.number,
      time: .interval(.local(start), .local(end)),
      path: UntaggedName.read(path),
      text: comment.text,
      labels: labels
    )
    record.pathForm = .separateNames
    record.spelling = TagSpelling(name: TagNotation.outline(path), as: .outline)
    return record
  }
}
