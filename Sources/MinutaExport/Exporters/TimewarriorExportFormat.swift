import Foundation
import JSONText
import MinutaCore

extension ExportFormat {
  /// The JSON that `timew export` prints and `timew import` reads.
  ///
  /// It has no `id` members: these are positions, which Timewarrior assigns anew.
  package static let timewarrior = ExportFormat(
    "timewarrior",
    "Timewarrior",
    others: ["timew"],
    extension: "json"
  ) {
    options throws(FormatError) in TimewarriorWriter(options: options)
  }
}

private struct TimewarriorWriter: ExportWriter {
  let options: ExportOptions
  private(set) var omissions = Omissions()
  var array = JSONArrayWriter()
  /// The written interval that ends last, in seconds since 1970.
  var last = (start: Int.min, end: Int.min)

  func begin(_ output: inout [UInt8]) { array.begin(&output) }

  mutating func add(_ exported: ExportedRecord, to output: inout [UInt8]) {
    let record = exported.record
    guard let endTime = record.endTime else { return omissions.count(.running) }
    let (start, end) = (record.startTime.unixSeconds, endTime.unixSeconds)
    // Timewarrior stops an import at the first overlap.
    if start < last.end, end > last.start { return omissions.count(.overlaps) }
    if end > last.end { last = (start, end) }
    omissions.countImages(of: exported)
    omissions.countTimeZone(of: exported, options)
    array.append(object(exported, start, end), to: &output)
  }

  func end(_ output: inout [UInt8]) { array.end(&output) }

  private mutating func object(_ record: ExportedRecord, _ start: Int, _ end: Int) -> JSONValue {
    let comment = CommentParts(record.record.comment)
    let spelling = TagSpelling(of: record, comment)
    let names = [spelling.name] + spelling.labels.map(\.tag)
    let texts = names.map { TimewarriorText(tag: $0) }
    let note = TimewarriorText(annotation: comment.text ?? "")
    if note.isChanged || texts.contains(where: \.isChanged) { omissions.count(.characters) }
    let tags = TimewarriorInterval.sorted(texts.map(\.text))
    // Timewarrior sorts the tags, too, and the first one becomes the record's tag on the way back.
    if tags.first ?? "" != texts[0].text { omissions.count(.firstTags) }
    var object: JSONObject = [
      "start": .string(Self.text(start)), "end": .string(Self.text(end)),
    ]
    if !tags.isEmpty { object["tags"] = .array(tags.map { .string($0) }) }
    if !note.text.isEmpty { object["annotation"] = .string(note.text) }
    return .object(object)
  }

  /// Returns a time such as `20240517T083000Z`.
  private static func text(_ seconds: Int) -> String {
    let time = CivilTime(utcSeconds: seconds)
    let date = time.year.padded(to: 4) + time.month.padded(to: 2) + time.day.padded(to: 2)
    let clock = time.hour.padded(to: 2) + time.minute.padded(to: 2) + time.second.padded(to: 2)
    return "\(date)T\(clock)Z"
  }
}

/// A tag or an annotation in characters that Timewarrior can store.
///
/// Timewarrior writes it into a line of a file, where it only escapes `"`, but reads every escape
/// with a backslash and `U+00E9`. It refuses a text that it would read differently, except for a line
/// break, which would damage its file.
private struct TimewarriorText {
  private(set) var text: String
  /// Whether characters were replaced.
  private(set) var isChanged = false

  init(annotation: String) {
    text = annotation
    replace(["\n", "\r", "\0"], by: " ")
    replaceEscapes()
  }

  init(tag: String) {
    text = tag
    replace(["\n", "\r", "\0", "\t", "\u{0B}", "\u{0C}"], by: " ")
    let isQuoted = text.unicodeScalars.contains { "\" -+/()<^!=~_%".unicodeScalars.contains($0) }
    if isQuoted {
      replaceEscapes()
    } else if text.hasPrefix("'") {
      replace(["'"], by: "\u{2019}")
    }
    if text == "#" { (text, isChanged) = ("", true) }
  }

  private mutating func replace(_ old: [Unicode.Scalar], by new: Unicode.Scalar) {
    guard text.unicodeScalars.contains(where: old.contains) else { return }
    isChanged = true
    text = String(String.UnicodeScalarView(text.unicodeScalars.map { old.contains($0) ? new : $0 }))
  }

  private mutating func replaceEscapes() {
    replace(["\\"], by: "/")
    guard text.utf8.contains(UInt8(ascii: "+")) else { return }
    let parts = text.split(separator: "U+", omittingEmptySubsequences: false)
    for (index, part) in parts.enumerated() {
      let digits = part.prefix(4)
      let isEscape = index > 0 && digits.count == 4 && digits.allSatisfy(\.isHexDigit)
      if index == 0 { text = "" } else { text += isEscape ? "u+" : "U+" }
      text += part
      if isEscape { isChanged = true }
    }
  }
}
