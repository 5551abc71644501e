import Foundation
import JSONText
import MinutaCore

/// The files of Watson: `frames`, `state` with the running frame, and the JSON that
/// `watson log --json` prints.
package enum WatsonImportFormat: ImportFormat {
  package static let name = "watson"
  package static let title = "Watson"

  package static func files(in paths: [String]) -> [String] {
    paths.contains("frames") ? paths.filter { ["frames", "state"].contains($0) } : []
  }

  package static func recognizes(_ sample: FileSample) -> Bool {
    if sample.fileName == "state", let state = try? JSONValue(parsing: sample.bytes).object {
      return state.isEmpty || state["project"] != nil && state["start"] != nil
    }
    return switch sample.firstElement {
    case .array(let items)?:
      4...7 ~= items.count && items[0].integer != nil && items[2].string != nil
        && items[3].string != nil && (items.count == 4 || items[4].array != nil)
    case .object(let frame)?:
      frame["id"]?.string != nil && frame["project"]?.string != nil
        && frame["tags"]?.array != nil && frame["stop"] != nil
        && frame["start"]?.string.flatMap(Timestamp.date) != nil
    default: false
    }
  }

  package static func reader(
    of file: ImportFile,
    _ options: ImportOptions
  ) throws(FormatError) -> any ImportReader {
    if file.name.split(separator: "/").last == "state" {
      let state = try? JSONValue(parsing: try file.content()).object
      return ImportedItems(state?.isEmpty == false ? [.skipped(line: 1, .running)] : [])
    }
    return Reader(elements: JSONElementReader(file))
  }

  private struct Reader: ImportReader {
    var elements: JSONElementReader

    mutating func next() throws(FormatError) -> ImportedItem? {
      guard let element = try elements.next() else { return nil }
      let line = element.line
      do throws(InvalidReason) {
        switch element.value {
        case .array(let items)?: return try WatsonImportFormat.frame(items).item(line: line)
        case .object(let frame)?: return try WatsonImportFormat.frame(frame).item(line: line)
        default: return .invalid(line: line, element.problem)
        }
      } catch {
        return .invalid(line: line, error)
      }
    }
  }

  /// Returns the frame of an element `[start, stop, project, id, tags, updated_at, message]`, whose last
  /// three items may be missing; forks of Watson write the message.
  private static func frame(_ items: [JSONValue]) throws(InvalidReason) -> Frame {
    guard 4...7 ~= items.count, let project = items[2].string, let id = items[3].string else {
      throw .malformed
    }
    return Frame(
      start: try seconds(items[0]),
      end: items[1] == .null ? nil : try seconds(items[1]),
      project: project,
      id: id,
      tags: try tags(items.count > 4 ? items[4] : .null),
      message: items.count > 6 ? items[6].string : nil
    )
  }

  /// Returns the frame of an element of the log.
  private static func frame(_ object: JSONObject) throws(InvalidReason) -> Frame {
    guard let start = object["start"] else { throw .missing("start") }
    guard let project = object["project"]?.string else { throw .missing("project") }
    guard let id = object["id"]?.string else { throw .missing("id") }
    // With the option `--current`, the log has the running frame with the id `current`.
    let stop = id == "current" ? nil : object["stop"].flatMap { $0 == .null ? nil : $0 }
    return Frame(
      start: try seconds(start),
      end: try stop.map(seconds),
      project: project,
      id: id,
      tags: try tags(object["tags"] ?? .null)
    )
  }

  /// Returns the seconds since 1970 of a number, or of a time such as `2024-05-17T08:30:00+02:00`.
  private static func seconds(_ value: JSONValue) throws(InvalidReason) -> Int {
    switch value {
    case .number(let number):
      if let seconds = number.integer { return seconds }
      if abs(number.double) < 1e12 { return Int(number.double.rounded(.down)) }
    case .string(let text):
      if let date = Timestamp.date(text) { return date.unixSeconds }
    default: break
    }
    throw .invalidTime(value.string ?? value.text())
  }

  private static func tags(_ value: JSONValue) throws(InvalidReason) -> [String] {
    if value == .null { return [] }
    guard let tags = value.array?.map(\.string), !tags.contains(nil) else { throw .malformed }
    return tags.compactMap(\.self)
  }

  /// A frame: a period of time in a project.
  private struct Frame {
    let start: Int
    /// The end; nil if the frame is running.
    let end: Int?
    let project: String
    let id: String
    let tags: [String]
    var message: String?

    func item(line: Int) -> ImportedItem {
      guard let end else { return .skipped(line: line, .running) }
      let spelling = TagSpelling(name: project, labels: tags.map { Label(tag: $0) })
      return .record(
        ImportedRecord(
          line: line,
          id: id,
          ownID: ownID,
          time: .interval(.utc(start), .utc(end)),
          path: project.isEmpty ? [] : [project],
          text: message,
          labels: spelling.storedLabels
        )
      )
    }

    /// The id as a UUID, if it has the 32 hex digits of one.
    ///
    /// The record keeps it, so that an export writes the same id, and importing exported records
    /// again adds nothing.
    private var ownID: UUID? {
      let digits = Array(id.utf8)
      let isHex = digits.allSatisfy { $0.isDigit || UInt8(ascii: "a")...UInt8(ascii: "f") ~= $0 }
      guard digits.count == 32, isHex else { return nil }
      let parts = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32]
      return UUID.of(
        parts.map { String(decoding: digits[$0], as: UTF8.self) }.joined(separator: "-")
      )
    }
  }
}
