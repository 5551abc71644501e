import Foundation
import JSONText
import MinutaCore

extension ExportFormat {
  /// The file `frames` of Watson.
  ///
  /// The id of a frame is the record's id in 32 hex digits. A record keeps the id of the frame that it
  /// was imported from.
  package static let watson = ExportFormat("watson", "Watson", extension: "json") {
    options throws(FormatError) in WatsonWriter(options: options)
  }
}

private struct WatsonWriter: ExportWriter {
  let options: ExportOptions
  private(set) var omissions = Omissions()
  var array = JSONArrayWriter()

  func begin(_ output: inout [UInt8]) { array.begin(&output) }

  mutating func add(_ exported: ExportedRecord, to output: inout [UInt8]) {
    let record = exported.record
    guard let end = record.endTime?.unixSeconds else { return omissions.count(.running) }
    let comment = CommentParts(record.comment)
    if comment.text != nil { omissions.count(.comments) }
    omissions.countImages(of: exported)
    omissions.countTimeZone(of: exported, options)
    let spelling = TagSpelling(of: exported, comment)
    let labelsInText = Label.all(in: comment.text)
    let frame: JSONValue = [
      .number(JSONNumber(record.startTime.unixSeconds)),
      .number(JSONNumber(end)),
      .string(spelling.name),
      .string(record.id.text.filter { $0 != "-" }.lowercased()),
      .array((spelling.labels + labelsInText).map { .string($0.tag) }),
      // The time of the last change, which Minuta doesn't know.
      .number(JSONNumber(end)),
    ]
    array.append(frame, to: &output)
  }

  func end(_ output: inout [UInt8]) { array.end(&output) }
}
