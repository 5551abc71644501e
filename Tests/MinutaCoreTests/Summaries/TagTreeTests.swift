import Foundation
import MinutaTestSupport
import Testing

@testable import MinutaCore

@Suite struct TagTreeTests {
  private static let names = [
    "Acme", "Acme/Website", "acme/Website/Design", "Acme/Admin", "Free/Later", "Garden", "a//b",
  ]

  /// Random records of tags whose names are paths, of an unknown tag, and without a tag.
  private struct RandomTree {
    let base: RandomRecords
    let records: [TimeRecord]
    let names: [UUID: String]

    init(_ number: Int, _ random: inout SeededGenerator) throws {
      base = try RandomRecords(number, &random)
      let named = TagTreeTests.names.map { (UUID(), $0) }
      names = Dictionary(uniqueKeysWithValues: named)
      let ids: [UUID?] = named.map(\.0) + [UUID(), nil]
      records = base.records.map { record in
        var record = record
        record.tagId = ids.randomElement(using: &random) ?? nil
        return record
      }
    }

    func summary(
      _ dimensions: [SummaryDimension],
      isTree: Bool = false,
      _ rounding: Rounding = .none
    ) -> Summary {
      SummaryQuery(
        range: base.range,
        by: dimensions,
        days: base.days,
        rounding: rounding,
        isTagTree: isTree,
        now: base.now
      ).summary(of: records, names: names)
    }

    /// The seconds of each tag whose name is at or below a path.
    func seconds(of tags: [SummaryGroup], below path: TagPath) -> Int {
      tags.reduce(0) { sum, group in
        guard case .tag(let id?) = group.key, let name = names[id] else { return sum }
        return TagPath(name).isAtOrBelow(path) ? sum + group.seconds : sum
      }
    }
  }

  /// Expects that each node is the sum of its tags, and returns the number of nodes.
  private func expectSums(_ nodes: [SummaryGroup], _ tree: RandomTree, _ tags: [SummaryGroup])
    -> Int
  {
    nodes.reduce(0) { count, node in
      if case .tagPath(let path, _) = node.key {
        #expect(node.seconds == tree.seconds(of: tags, below: path), "\(path.name)")
      }
      let below = node.groups ?? []
      #expect(below.reduce(0) { $0 + $1.seconds } <= node.seconds)
      #expect(below.reduce(0) { $0 + $1.records } <= node.records)
      return count + 1 + expectSums(below, tree, tags)
    }
  }

  @Test func `the tree of any records adds up to the total, rounded or not`() throws {
    var random = SeededGenerator(seed: 61)
    for round in 0..<80 {
      let tree = try RandomTree(round, &random)
      let step = [60, 360, 900, 3600].randomElement(using: &random) ?? 60
      let unit = Rounding.Unit.allCases[round % 3]
      let rounding = Rounding(Rounding.Mode.allCases[round % 4], to: step, per: unit)
      let tags = tree.summary([.tag], rounding)
      let whole = tree.summary([.tag], isTree: true, rounding)
      #expect(whole.totalSeconds == tags.totalSeconds)
      #expect(whole.groups.reduce(0) { $0 + $1.seconds } == tags.totalSeconds)
      #expect(expectSums(whole.groups, tree, tags.groups) >= tags.groups.count)
      for level in 1...3 {
        let groups = tree.summary([.tagLevel(level)], rounding).groups
        #expect(groups.reduce(0) { $0 + $1.seconds } == tags.totalSeconds)
      }
    }
  }

  private func tree(_ dimensions: [SummaryDimension], isTree: Bool) throws -> [String] {
    let now = instant("2026-11-20T20:00:00Z")
    let names = Dictionary(uniqueKeysWithValues: Self.names.map { (UUID(), $0) })
    let ids = names.sorted { $0.value < $1.value }.map(\.key)
    let records = ids.enumerated().map { index, id in
      TimeRecord(
        id: UUID(),
        startTime: now.addingTimeInterval(-3600),
        endTime: now.addingTimeInterval(Double(index * 60) - 3540),
        tagId: id
      )
    }
    let query = SummaryQuery(
      range: TimeRange(timeZone: zurich),
      by: dimensions,
      isTagTree: isTree,
      now: now
    )
    return lines(query.summary(of: records, names: names).groups)
  }

  private func lines(_ groups: [SummaryGroup], indentation: String = "") -> [String] {
    groups.flatMap { group in
      let name =
        switch group.key {
        case .tagPath(let path, let tag): path.name + (tag == nil ? " (no tag)" : "")
        case .tag(let id): id.map { _ in "unknown" } ?? "untagged"
        case .comment(let text), .label(let text): text ?? ""
        case .date(let text): text
        }
      let line = "\(indentation)\(name) \(group.seconds / 60) \(group.records)"
      return [line] + lines(group.groups ?? [], indentation: indentation + "  ")
    }
  }

  // The tags take 1 minute ("Acme") to 7 minutes ("acme/Website/Design"), in the order of names.
  @Test(
    arguments: [
      (
        [.tag], true,
        [
          "Acme 13 4", "  Acme/Website 10 2", "    acme/Website/Design 7 1", "  Acme/Admin 2 1",
          "a (no tag) 6 1", "  a/b 6 1", "Garden 5 1", "Free (no tag) 4 1", "  Free/Later 4 1",
        ]
      ),
      (
        [.tagLevel(2)], true,
        [
          "Acme 13 4", "  Acme/Website 10 2", "  Acme/Admin 2 1", "a (no tag) 6 1", "  a/b 6 1",
          "Garden 5 1", "Free (no tag) 4 1", "  Free/Later 4 1",
        ]
      ),
      ([.tagLevel(1)], false, ["Acme 13 4", "a (no tag) 6 1", "Garden 5 1", "Free (no tag) 4 1"]),
      (
        [.tagLevel(2)], false,
        [
          "Acme/Website 10 2", "a/b 6 1", "Garden 5 1", "Free/Later 4 1", "Acme/Admin 2 1",
          "Acme 1 1",
        ]
      ),
      (
        [.year, .tagLevel(1)], false,
        ["2026 28 7", "  Acme 13 4", "  a (no tag) 6 1", "  Garden 5 1", "  Free (no tag) 4 1"]
      ),
    ] as [([SummaryDimension], Bool, [String])]
  )
  func `groups are levels of names`(
    dimensions: [SummaryDimension],
    isTree: Bool,
    expected: [String]
  ) throws {
    #expect(try tree(dimensions, isTree: isTree) == expected)
  }

  @Test(
    arguments: [
      ("tag", .tag), ("tag:1", .tagLevel(1)), ("tag:12", .tagLevel(12)), ("day", .day),
      ("tag:0", nil), ("tag:-1", nil), ("tag:01", nil), ("tag:+1", nil), ("tag:", nil),
      ("tag:x", nil), ("Tag", nil), ("tag:99999999999999999999", nil), ("", nil),
    ] as [(String, SummaryDimension?)]
  )
  func `a dimension has one spelling`(text: String, expected: SummaryDimension?) {
    #expect(SummaryDimension(rawValue: text) == expected)
    if let expected { #expect(expected.rawValue == text) }
  }
}
