import MinutaCore
import MinutaTestSupport

/// Generates intervals as Timewarrior stores them.
struct TimewarriorHistory {
  private var generator: SeededGenerator
  private var end: Int

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
    // The intervals begin before the change of the clock in March 2024.
    end = 1_709_280_000
  }

  /// An interval; its tags are different and sorted by their bytes.
  struct Interval {
    let start: Int
    let end: Int
    let tags: [String]
    let annotation: String

    /// The line of a data file.
    var line: String {
      let words = tags.map(TimewarriorHistory.quoted)
      let note = annotation.split(separator: "\"", omittingEmptySubsequences: false)
        .joined(separator: "\\\"")
      return "inc \(Self.text(start)) - \(Self.text(end))"
        + (words.isEmpty && note.isEmpty ? "" : " # \(words.joined(separator: " "))")
        + (note.isEmpty ? "" : "\(words.isEmpty ? "" : " ")# \"\(note)\"") + "\n"
    }

    /// The month of the data file, which is that of the local start.
    var month: String {
      let local = Exchange.days.day(at: start)
      return String(CivilTime(day: local).dateText.prefix(7))
    }

    private static func text(_ seconds: Int) -> String {
      let time = CivilTime(utcSeconds: seconds)
      let numbers = [time.month, time.day].map { $0.padded(to: 2) }
      let clock = [time.hour, time.minute, time.second].map { $0.padded(to: 2) }
      return "\(time.year)\(numbers.joined())T\(clock.joined())Z"
    }
  }

  /// Returns a tag as Timewarrior writes it.
  static func quoted(_ tag: String) -> String {
    guard tag.contains(where: { "\" -+/()<^!=~_%".contains($0) }) else { return tag }
    let parts = tag.split(separator: "\"", omittingEmptySubsequences: false)
    return "\"\(parts.joined(separator: "\\\""))\""
  }

  mutating func intervals(_ count: Int) -> [Interval] { (0..<count).map { _ in next() } }

  private mutating func next() -> Interval {
    let start = end + [0, 60, 900, 7200, 21_613][Int.random(in: 0..<5, using: &generator)]
    end =
      start
      + [0, 1, 59, 60, 1800, 3661, 20_000, 90_000][Int.random(in: 0..<8, using: &generator)]
    let count = Int.random(in: 0...4, using: &generator)
    let tags = Set((0..<count).map { _ in Self.tags.randomElement(using: &generator) ?? "x" })
    return Interval(
      start: start,
      end: end,
      tags: tags.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) },
      annotation: Self.annotations.randomElement(using: &generator) ?? ""
    )
  }

  private static let tags = [
    "Work", "work", "Acme/Website/Design", "client a", "client=Acme Inc.", "R&D; rm -rf ~", "Büro",
    "仕事", "a b  c", "\"quoted\"", "it's", "it's \"odd\"", "=SUM(A1)", "/usr/", "/usr", "usr", "/",
    "a//b", " blank ", "tag", "tag=x", "#12", "x#y", "12:00", "1.5", "back\\slash", "end\\", "-x",
    "billable", "</script>", "a,b", "\u{202E}bidi", "🙂", "e\u{301}", "\u{301}", ":hint", "@1",
    String(repeating: "long ", count: 400),
  ]

  private static let annotations = [
    "", "", "", "Planning", "Fix #12", "Fix #12 in C#", "#billable", "#client=\"Acme Inc.\"",
    "Review #a=b  ", "semi;colon, comma | pipe", "\"quotes\"", "\" # \"x", "</script><b>&amp;",
    "=1+1", "-5", "tab\there", "\u{202E}bidi", "🙂 emoji #🙂", "  two  blanks ", "# x #", "#tag=Work",
    "inc 20240517T083000Z", String(repeating: "#word ", count: 2000),
  ]
}
