/// Names in the events that Minuta exports.
enum ICalendarName {
  /// The text after the record's id in the unique identifier of an event.
  static let uidSuffix = "@minuta"
  /// The property with the time zone of the record.
  static let timeZone = "X-MINUTA-TIMEZONE"
}
