import Foundation
import IntentKit
import JSONText
import MinutaCore

/// The time zone that decides when days begin, by its IANA name.
struct TimeZoneArgument: ResolvedArgument {
  static let format = "timeZone"

  let timeZone: TimeZone

  init(_ text: String, at pointer: JSONPointer, by resolver: ArgumentResolver) throws {
    try self.init(text, at: pointer)
  }

  /// - Throws: `Failure.invalidValue` if the time zone is unknown.
  init(_ text: String, at pointer: JSONPointer) throws(Failure) {
    if let timeZone = TimeZone(named: text) {
      self.timeZone = timeZone
      return
    }
    let known = TimeZone.knownTimeZoneIdentifiers + ["UTC"]
    let name = known.first { $0.lowercased() == text.lowercased() }
    guard let timeZone = name.flatMap(TimeZone.init(named:)) else {
      let suggestion = TypoSuggester.closest(to: text, in: known) ?? "Europe/Zurich"
      throw .invalidFormat(text, at: pointer, expected: "a time zone such as \(suggestion)")
    }
    self.timeZone = timeZone
  }

  var json: JSONValue { .string(timeZone.name) }
}

/// The time zone that decides when days begin, or `record` for each record's own.
struct SummaryTimeZoneArgument: ResolvedArgument {
  static let format = "timeZoneOrRecord"

  /// The time zone; nil for each record's own.
  let timeZone: TimeZone?

  init(_ text: String, at pointer: JSONPointer, by resolver: ArgumentResolver) throws {
    timeZone =
      text == Self.ownZone ? nil : try TimeZoneArgument(text, at: pointer, by: resolver).timeZone
  }

  /// The text for each record's own time zone.
  static let ownZone = "record"

  var json: JSONValue { .string(timeZone?.name ?? Self.ownZone) }
}
