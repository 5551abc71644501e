import MinutaCore

/// Durations in charts, as long as their room allows.
enum ChartDuration {
  /// Returns `3h 05m`, else `3:05`, else nil if neither fits into a width.
  static func text(_ seconds: Int, _ font: ReportFont, width: Double) -> String? {
    if seconds < 60 { return nil }
    let texts = [DurationFormat.text(seconds: seconds), DurationText.minutes(seconds)]
    return texts.first { font.width($0) <= width }
  }

  /// Returns the text for the end of a bar, which also has whole hours, such as `128h`.
  static func total(_ seconds: Int, _ font: ReportFont, width: Double) -> String? {
    if let text = text(seconds, font, width: width) { return text }
    let hours = "\((seconds + 1800) / 3600)h"
    return seconds >= 1800 && font.width(hours) <= width ? hours : nil
  }
}
