import Foundation
import MinutaTestSupport
import Testing

@testable import MinutaCore

@Suite struct LabelSummaryTests {
  private static let now = instant("2026-11-20T20:00:00Z")
  private static let labels = ["#a", "#b", "#c=1", "#c=2", #"#c="x y""#, "#c"]

  /// Random records of a week, each with up to three labels, of which some are repeated.
  private static func records(_ random: inout SeededGenerator) -> [TimeRecord] {
    let tags: [UUID?] = [UUID(), UUID(), nil]
    return (0..<40).map { _ in
      let start = now.addingTimeInterval(-Double(Int.random(in: 0...600_000, using: &random)))
      let words = (0..<Int.random(in: 0...3, using: &random)).compactMap { _ in
        labels.randomElement(using: &random)
      }
      return TimeRecord(
        id: UUID(),
        startTime: start,
        endTime: start.addingTimeInterval(Double(Int.random(in: 0...40_000, using: &random))),
        tagId: tags.randomElement(using: &random) ?? nil,
        comment: words.isEmpty ? nil : words.joined(separator: " Call ")
      )
    }.sorted(by: TimeRecord.isBefore)
  }

  private static func summary(
    _ records: [TimeRecord],
    by dimensions: [SummaryDimension],
    _ rounding: Rounding = .none
  ) -> Summary {
    SummaryQuery(
      range: TimeRange(timeZone: zurich),
      by: dimensions,
      rounding: rounding,
      now: now
    ).summary(of: records)
  }

  /// The names of a record's groups, without repetitions.
  private static func groups(of record: TimeRecord, _ dimension: SummaryDimension) -> Set<String?> {
    let labels = Label.all(in: record.comment)
    let names =
      switch dimension {
      case .labelValue(let key): labels.filter { $0.key == key }.map { $0.value ?? "" }
      default: labels.map(\.text)
      }
    return names.isEmpty ? [nil] : Set(names.map(Optional.some))
  }

  @Test(arguments: [SummaryDimension.label, .labelValue(key: "c"), .labelValue(key: "none")])
  func `a record with n labels counts n times in the groups, and once in the total`(
    dimension: SummaryDimension
  ) throws {
    var random = SeededGenerator(seed: 71)
    for round in 0..<60 {
      let records = Self.records(&random)
      let rounding = Rounding(
        Rounding.Mode.allCases[round % 4],
        to: 900,
        per: Rounding.Unit.allCases[round % 3]
      )
      let summary = Self.summary(records, by: [dimension, .day], rounding)
      let total = Self.summary(records, by: [.day], rounding)
      #expect(summary.totalSeconds == total.totalSeconds)
      #expect(summary.exactSeconds == total.exactSeconds)
      #expect(summary.wallSeconds == total.wallSeconds)
      let memberships = records.map { Self.groups(of: $0, dimension) }
      let names = memberships.reduce(into: Set()) { $0.formUnion($1) }
      #expect(Set(summary.groups.map(\.key)) == Set(names.map { .label($0) }))
      #expect(summary.groups.count == names.count)
      #expect(summary.countsRecordsRepeatedly == memberships.contains { $0.count > 1 })
      #expect(summary.groups.map(\.records).reduce(0, +) == memberships.map(\.count).reduce(0, +))
      if !summary.countsRecordsRepeatedly {
        summary.expectSums()
        continue
      }
      // Each group is what a summary of only its records is.
      for group in summary.groups {
        let own = records.indices.filter { index in
          memberships[index].contains { group.key == .label($0) }
        }
        let alone = Self.summary(own.map { records[$0] }, by: [.day], rounding)
        #expect(group.seconds == alone.totalSeconds)
        #expect(group.wallSeconds == alone.wallSeconds)
        #expect(group.records == own.count)
        #expect(group.groups == alone.groups)
      }
    }
  }

  @Test func `labels combine with other groups, and with each other`() {
    var random = SeededGenerator(seed: 72)
    for round in 0..<60 {
      let records = Self.records(&random)
      let rounding = Rounding(
        Rounding.Mode.allCases[round % 4],
        to: 900,
        per: Rounding.Unit.allCases[round % 3]
      )
      let nestings: [[SummaryDimension]] = [
        [.tag, .label], [.day, .labelValue(key: "c")], [.labelValue(key: "c"), .label],
        [.label, .labelValue(key: "none"), .tag], [.weekday, .label, .comment],
      ]
      for dimensions in nestings {
        let summary = Self.summary(records, by: dimensions, rounding)
        #expect(summary.totalSeconds == Self.summary(records, by: [], rounding).totalSeconds)
        let outer = Self.summary(records, by: [dimensions[0]], rounding)
        #expect(summary.groups.map(\.key) == outer.groups.map(\.key))
        #expect(summary.groups.map(\.seconds) == outer.groups.map(\.seconds))
        #expect(summary.groups.map(\.records) == outer.groups.map(\.records))
      }
    }
  }

  @Test func `groups of labels are sorted by time, with the records without one last`() {
    let records = [("#b", 10), ("#a #b", 5), (nil, 60), ("#a", 7), ("#C=1", 12)].map {
      comment,
      minutes in
      TimeRecord(
        id: UUID(),
        startTime: Self.now.addingTimeInterval(-7200),
        endTime: Self.now.addingTimeInterval(-7200 + Double(minutes) * 60),
        comment: comment
      )
    }
    let groups = Self.summary(records, by: [.label]).groups
    #expect(groups.map(\.key) == ["#b", "#a", "#c=1", nil].map { .label($0) })
    #expect(groups.map { $0.seconds / 60 } == [15, 12, 12, 60])
  }

  @Test func `labels are listed with their values, and a key counts a record once`() {
    let records = [("#c=1 #c=2", 10), ("#c=2", 5), ("#c", 3), ("#a", 20), ("none", 9)].map {
      comment,
      minutes in
      TimeRecord(
        id: UUID(),
        startTime: Self.now.addingTimeInterval(-7200),
        endTime: Self.now.addingTimeInterval(-7200 + Double(minutes) * 60),
        comment: comment
      )
    }
    let rows = InMemoryRowSource(records, now: Self.now)
    let query = SummaryQuery(range: TimeRange(timeZone: zurich), now: Self.now)
    #expect(
      query.labelTotals(of: rows, where: .all) == [
        LabelTotal(key: "a", seconds: 1200, records: 1, values: []),
        LabelTotal(
          key: "c",
          seconds: 1080,
          records: 3,
          values: [
            LabelValueTotal(value: "2", seconds: 900, records: 2),
            LabelValueTotal(value: "1", seconds: 600, records: 1),
          ]
        ),
      ]
    )
  }

  @Test(
    arguments: [
      ("label", .label), ("+client", .labelValue(key: "client")),
      ("#Client", .labelValue(key: "client")), ("tag", .tag), ("weekday", .weekday),
      ("client", .tagLevel(1)), ("customer", nil), ("+", nil), ("+a b", nil), ("+a=1", nil),
      ("Label", nil), ("", nil),
    ] as [(String, SummaryDimension?)]
  )
  func `a dimension has a name, or is a label`(text: String, dimension: SummaryDimension?) {
    #expect(SummaryDimension(rawValue: text) == dimension)
    if let dimension { #expect(SummaryDimension(rawValue: dimension.rawValue) == dimension) }
  }
}
