import Foundation
import JSONText
import MinutaCore

/// Reads the events of ActivityWatch's buckets one by one.
struct ActivityWatchReader: ImportReader {
  private var scanner: JSONScanner
  /// The containers that are being read, from the outermost to the current one.
  private var levels: [Level] = []
  private var hasBegun = false
  /// The events of the current bucket that aren't records: the first line and the number by kind.
  private var others: [String: (line: Int, count: Int)] = [:]
  private var presence = PresenceTimes()
  private var items: ArraySlice<ImportedItem> = []

  /// A container of the file.
  private enum Level {
    /// The object around the buckets; the bucket itself if the file has a single one.
    case file
    case buckets
    case bucket
    case events
  }

  init(_ file: ImportFile) {
    scanner = JSONScanner(file)
  }

  mutating func next() throws(FormatError) -> ImportedItem? {
    while items.isEmpty {
      if hasBegun, levels.isEmpty { return nil }
      try advance()
    }
    return items.popFirst()
  }

  private mutating func advance() throws(FormatError) {
    if !hasBegun {
      hasBegun = true
      levels.append(.file)
      if try !scanner.enter(UInt8(ascii: "{")) { stop() }
      return
    }
    switch try scanner.step() {
    case .broken: stop()
    case .end: try leave()
    case .element(let first) where levels.last == .events:
      let line = scanner.line
      addEvent(try scanner.value(from: first), line: line)
    case .element(let first): try readMember(first)
    }
  }

  /// Ends with an item for the current line, which doesn't follow the format.
  private mutating func stop() {
    levels = []
    items += presence.items + [.invalid(line: scanner.line, .malformed)]
  }

  private mutating func leave() throws(FormatError) {
    switch levels.removeLast() {
    case .events:
      let kinds = others.sorted { $0.key < $1.key }
      items += kinds.map { kind, events in
        .skipped(line: events.line, .notRecords(kind: kind, count: events.count))
      }
      others = [:]
    case .file:
      if try scanner.nextByte() != nil { return stop() }
      items += presence.items
    case .buckets, .bucket: break
    }
  }

  private mutating func readMember(_ first: UInt8) throws(FormatError) {
    guard
      let key = try scanner.key(from: first),
      let opening = try scanner.nextByte(),
      let level = levels.last
    else { return stop() }
    if let inner = Self.container(key, in: level, opening) {
      scanner.enter(after: opening)
      levels.append(inner)
    } else if try scanner.value(from: opening) == nil {
      stop()
    }
  }

  /// Returns the container that is the value of a member; nil if it holds no events.
  private static func container(_ key: String, in level: Level, _ opening: UInt8) -> Level? {
    let isObject = opening == UInt8(ascii: "{")
    return switch level {
    case .file where key == "buckets" && isObject: .buckets
    case .buckets where isObject: .bucket
    case .file, .bucket: key == "events" && opening == UInt8(ascii: "[") ? .events : nil
    case .buckets, .events: nil
    }
  }
}

extension ActivityWatchReader {
  private mutating func addEvent(_ event: JSONValue?, line: Int) {
    guard let event, let data = event["data"], data.object != nil else {
      items.append(.invalid(line: line, .malformed))
      return
    }
    let isPresence = data["status"]?.string == "not-afk"
    if isPresence || data["running"]?.bool == false {
      do throws(InvalidReason) {
        let times = try Self.times(of: event)
        if isPresence {
          presence.add(times, line: line)
        } else {
          items.append(.record(Self.stopwatch(data["label"]?.string, times, line: line)))
        }
      } catch {
        items.append(.invalid(line: line, error))
      }
    } else if data["running"] != nil {
      items.append(.skipped(line: line, .running))
    } else if data["status"] == nil {
      others[Self.kind(of: data), default: (line, 0)].count += 1
    }
  }

  private static func stopwatch(
    _ label: String?,
    _ times: ClosedRange<Int>,
    line: Int
  ) -> ImportedRecord {
    ImportedRecord(
      line: line,
      time: .interval(.utc(times.lowerBound), .utc(times.upperBound)),
      text: label
    )
  }

  /// Returns the times of an event in seconds since 1970.
  private static func times(of event: JSONValue) throws(InvalidReason) -> ClosedRange<Int> {
    guard let timestamp = event["timestamp"]?.string else { throw .missing("timestamp") }
    guard let start = Timestamp.date(timestamp) else { throw .invalidTime(timestamp) }
    guard case .number(let duration)? = event["duration"] else { throw .missing("duration") }
    guard 0...1e10 ~= duration.double else { throw .invalidDuration(duration.text) }
    return start.unixSeconds...start.unixSeconds + Int(duration.double.rounded())
  }

  /// Returns the kind of an event that is no record.
  private static func kind(of data: JSONValue) -> String {
    if data["url"] != nil { return "web" }
    if data["app"] != nil { return "window" }
    return data["file"] != nil ? "editor" : "other"
  }
}
