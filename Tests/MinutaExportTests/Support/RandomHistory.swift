import Foundation
import MinutaCore
import MinutaExport
import MinutaTestSupport

/// Generates records with hard days: changes of the clock, records over midnight, and odd texts.
struct RandomHistory {
  private var generator: SeededGenerator
  private var end: Int

  /// - Parameter seed: the seed of the random numbers; equal seeds give equal histories.
  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
    // The records begin in March 2024 and pass the changes of the clock of several years.
    end = 1_709_280_000
  }

  /// Returns records without overlaps, sorted by start.
  mutating func records(_ count: Int) -> [ExportedRecord] {
    (0..<count).map { _ in next() }
  }

  private mutating func next() -> ExportedRecord {
    let start = end + [0, 60, 900, 7200, 21_613][Int.random(in: 0..<5, using: &generator)]
    let seconds = [1, 59, 60, 90, 1800, 3661, 20_000, 90_000][
      Int.random(in: 0..<8, using: &generator)
    ]
    end = start + seconds
    let record = TimeRecord(
      id: uuid(),
      startTime: Date(timeIntervalSince1970: Double(start)),
      endTime: Date(timeIntervalSince1970: Double(end)),
      comment: Self.comments[Int.random(in: Self.comments.indices, using: &generator)],
      timeZone: "Europe/Berlin"
    )
    let tag = Self.tags[Int.random(in: Self.tags.indices, using: &generator)]
    return ExportedRecord(record, tag: tag, seconds: seconds)
  }

  private mutating func uuid() -> UUID {
    let (high, low) = (generator.next(), generator.next())
    let bytes =
      (0..<8).map { UInt8(truncatingIfNeeded: high >> ($0 * 8)) }
      + (0..<8).map { UInt8(truncatingIfNeeded: low >> ($0 * 8)) }
    return UUID(
      uuid: (
        bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7],
        bytes[8], bytes[9], bytes[10], bytes[11], bytes[12], bytes[13], bytes[14], bytes[15]
      )
    )
  }

  private static let tags: [String?] = [
    nil, "Work", "Acme/Website/Design", "Acme", "R&D; rm -rf ~", "Büro", "仕事", "a b  c",
    "\"quoted\"", "=SUM(A1)", "Sprint [50%]", "[2/5] done", "See [[x]] y", "[[a][b]]", ":x:",
    "a [b",
  ]

  private static let comments: [String?] = [
    nil, "Planning", "Fix #12 in C#", "#billable", "Review #ticket=R-12 #billable",
    "#client=\"Acme Inc.\" call", "two\nlines", "semi;colon, comma | pipe", "\"quotes\" \\ slash",
    "</script><b>&amp;", "#1st #Able", "[[link]] [1/2] :x:", "=1+1", "-5", "@home", "+1",
    "tab\there", "\u{200F}bidi", "🙂 emoji",
  ]
}
