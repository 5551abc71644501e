import Foundation
import IntentKit
import JSONText
import MinutaCore

/// Resolves the arguments of one call: times, ranges, tags and other text with a format of its own.
///
/// Decoding an intent's `Parameters` resolves each `ResolvedArgument` in them.
final class ArgumentResolver {
  /// The records and tags; nil to check arguments without a store.
  let tracker: TimeTracker?
  let now: Date
  /// The calendar for dates, in the call's time zone if it names one.
  let days: LocalCalendar
  /// Reads the file at the path that a parameter has; nil if files aren't needed.
  let readFile: FileReader?
  /// Notes about the interpretation of ambiguous arguments, to append to the result's sentence.
  private(set) var notes: [String] = []

  /// Returns the content of the regular file at the path that a parameter has.
  ///
  /// It throws `Failure` if the file can't be read.
  typealias FileReader = @Sendable (_ path: String, _ parameter: String) throws -> [UInt8]

  /// Creates a resolver for a call's arguments.
  ///
  /// - Parameters:
  ///   - days: the calendar for dates; its time zone applies if the call names none.
  ///   - tracker: looks up tags and records; without it, none are looked up.
  /// - Throws: `Failure.invalidValue` if the call's time zone is unknown.
  init(
    _ arguments: JSONObject,
    now: Date,
    days: LocalCalendar,
    tracker: TimeTracker? = nil,
    readFile: FileReader? = nil
  ) throws(Failure) {
    self.now = now
    self.tracker = tracker
    self.readFile = readFile
    // The time zone comes first, since the other arguments depend on it.
    let name = arguments["timeZone"]?.string
    if let name, name != SummaryTimeZoneArgument.ownZone {
      let zone = try TimeZoneArgument(name, at: JSONPointer(["timeZone"])).timeZone
      self.days = days.zoned(zone)
    } else {
      self.days = days
    }
  }

  /// Resolves a call's arguments.
  ///
  /// - Throws: `Failure.invalidValue` for text with a wrong format or a number that is too large, or
  ///   `TrackingError` for an unknown tag or record.
  func resolve<Parameters: Decodable>(_ arguments: JSONObject) throws -> Parameters {
    // For a dictionary literal, the runtime would search for the conformance of the key.
    var userInfo = Dictionary<CodingUserInfoKey, Any>()
    if let key = Self.userInfoKey { userInfo[key] = self }
    let arguments = JSONValue.object(arguments)
    do {
      return try arguments.decode(userInfo: userInfo)
    } catch DecodingError.typeMismatch(_, let context) {
      // The arguments match their schema, in which an integer has no size.
      let pointer = JSONPointer(context.codingPath.map(\.stringValue))
      throw Failure.invalidValue(
        ValidationError(
          pointer,
          .outOfRange(
            minimum: JSONNumber(Int.min),
            maximum: JSONNumber(Int.max),
            found: arguments.value(at: pointer) ?? .null
          )
        )
      )
    }
  }

  /// The types of text with a format of its own, by the name of the format.
  private static let formats = [
    ColorArgument.self, DayArgument.self, DimensionArgument.self, DurationArgument.self,
    FileArgument.self,
    FilterArgument.self, LabelArgument.self, Moment.self, RecordIDArgument.self,
    RecordReference.self, ShiftArgument.self, SummaryTimeZoneArgument.self, TagNameArgument.self,
    TagReference.self, TimeRange.self, TimeZoneArgument.self,
  ].reduce(into: [String: any ResolvedArgument.Type]()) { $0[$1.format] = $1 }

  /// Checks the format of an argument's text, without the other arguments.
  func check(_ value: JSONValue, _ schema: JSONValue?, at pointer: JSONPointer) throws {
    let format = (schema?["x-minuta-type"] ?? schema?["x-minuta-entity"])?.string ?? ""
    if let text = value.string { _ = try Self.formats[format]?.init(text, at: pointer, by: self) }
    for (index, item) in (value.array ?? []).enumerated() {
      try check(item, schema?["items"], at: pointer.appending(index))
    }
  }

  /// The key of the resolver in a decoder's `userInfo`.
  static let userInfoKey = CodingUserInfoKey(rawValue: "argumentResolver")

  func note(_ text: String) { notes.append(text) }
}
