import MinutaCore

extension ExportFormat {
  /// Org files for Emacs, with a heading for each component of a tag and for each comment.
  package static let org = ExportFormat("org", "Org (Emacs)", others: ["emacs"], extension: "org") {
    options throws(FormatError) in OrgWriter(options: options)
  }
}

/// Keeps the clocks of all records until the end, because each heading has all of its clocks.
private struct OrgWriter: ExportWriter {
  let options: ExportOptions
  /// The outline; the first node is the file.
  var nodes = [Node()]
  private(set) var omissions = Omissions()

  /// A heading and its clocks.
  struct Node {
    var children: [Heading: Int] = [:]
    /// The indices of `children` in the order in which they were added.
    var order: [(heading: Heading, index: Int)] = []
    var clocks: [Clock] = []
  }

  struct Heading: Hashable {
    let text: String
    var tags: [String] = []
    var isComment = false
  }

  /// A clock; the times are the seconds that its local times would have in UTC.
  struct Clock {
    let start: Int
    let end: Int
    let minutes: Int
  }

  mutating func begin(_ output: inout [UInt8]) {
    // Emacs would read settings from the first line if that were a heading with `-*-`.
    output += "# -*- mode: org -*-\n".utf8
  }

  mutating func add(_ record: ExportedRecord, to output: inout [UInt8]) {
    guard
      let interval = LocalInterval(record, options, unit: 60, omissions: &omissions)
    else { return }
    let index = node(of: record)
    nodes[index].clocks.append(
      Clock(
        start: interval.start.utcSeconds,
        end: interval.end.utcSeconds,
        minutes: interval.seconds / 60
      )
    )
  }

  /// Returns the index of the heading of a record's clock.
  private mutating func node(of record: ExportedRecord) -> Int {
    var filter = ControlCharacterFilter()
    let comment = CommentParts(filter.text(record.record.comment ?? ""))
    let spelling = TagSpelling(of: record, comment, as: .outline)
    let tags = spelling.labels.compactMap(Self.tag)
    let words = CommentParts(
      text: comment.text,
      labels: spelling.labels.filter { Self.tag($0) == nil }
    )
    let path = TagNotation.headings(spelling.name)
      .map { filter.text($0).replacing("\n", with: " ") }
    if filter.hasRemoved || record.path.contains(where: { $0.contains(where: \.isNewline) }) {
      omissions.count(.characters)
    }
    var index = 0
    for (number, component) in path.enumerated() {
      // Headings below inherit tags, so a heading with tags has no headings below it.
      let isLast = number == path.count - 1 && words.comment == nil
      index = child(Heading(text: component, tags: isLast ? tags : []), of: index)
    }
    guard let text = words.comment else { return index }
    return child(Heading(text: text, tags: tags, isComment: true), of: index)
  }

  private mutating func child(_ heading: Heading, of parent: Int) -> Int {
    if let known = nodes[parent].children[heading] { return known }
    let index = nodes.count
    nodes.append(Node())
    nodes[parent].children[heading] = index
    nodes[parent].order.append((heading, index))
    return index
  }

  /// Returns the label as a tag of a heading; nil if it can't be one.
  private static func tag(_ label: Label) -> String? {
    OrgTitle.isTag(label.tag) && Label(tag: label.tag) == label ? label.tag : nil
  }

  mutating func end(_ output: inout [UInt8]) {
    // A stack, because the path of a tag can have any number of components.
    var open = [nodes[0].order[...]]
    while let (heading, index) = open.last?.first {
      _ = open[open.count - 1].popFirst()
      append(heading, level: open.count, nodes[index].clocks, to: &output)
      open.append(nodes[index].order[...])
      while open.last?.isEmpty == true { open.removeLast() }
    }
    // Emacs searches the last page of a file for settings, which a comment could contain.
    output += "\n\u{0C}\n".utf8
  }

  private func append(
    _ heading: Heading,
    level: Int,
    _ clocks: [Clock],
    to output: inout [UInt8]
  ) {
    let lines = heading.text.split(separator: "\n", omittingEmptySubsequences: false)
    let tags = heading.tags.isEmpty ? "" : " :\(heading.tags.joined(separator: ":")):"
    output += repeatElement(UInt8(ascii: "*"), count: level)
    let first = lines.first ?? ""
    let title =
      heading.isComment ? OrgTitle.title(first) : OrgTitle.title(component: String(first))
    output += " \(title)\(tags)\n".utf8
    if heading.isComment { output += ":PROPERTIES:\n:MINUTA:   comment\n:END:\n".utf8 }
    for line in lines.dropFirst() { output += (line.isEmpty ? ":\n" : ": \(line)\n").utf8 }
    if clocks.isEmpty { return }
    output += ":LOGBOOK:\n".utf8
    for clock in clocks.reversed() { output += Self.line(clock).utf8 }
    output += ":END:\n".utf8
  }

  private static func line(_ clock: Clock) -> String {
    let hours = String(clock.minutes / 60)
    let padding = String(repeating: " ", count: max(0, 2 - hours.count))
    let length = "\(padding)\(hours):\((clock.minutes % 60).padded(to: 2))"
    return "CLOCK: \(stamp(clock.start))--\(stamp(clock.end)) => \(length)\n"
  }

  private static func stamp(_ seconds: Int) -> String {
    let time = CivilTime(utcSeconds: seconds)
    // 1970-01-01 was a Thursday.
    let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    let weekday = weekdays[(time.daysSince1970 % 7 + 7) % 7]
    return "[\(time.dateText) \(weekday) \(time.minuteText)]"
  }
}
