import MinutaCore

extension LocalCalendar {
  /// Returns the time that the clock shows some seconds after the start of a day, such as `09:30`.
  ///
  /// It is `24:00` at the end of a day that starts at midnight.
  ///
  /// - Parameter showsSeconds: whether seconds that aren't zero are shown.
  func clockText(_ seconds: Int, showsSeconds: Bool = false) -> String {
    if dayStart == 0, seconds == 86_400 { return "24:00" }
    let time = CivilTime(utcSeconds: (dayStart + seconds) % 86_400)
    return showsSeconds ? time.clockText : time.minuteText
  }
}
