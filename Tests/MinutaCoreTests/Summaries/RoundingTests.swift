import Foundation
import MinutaTestSupport
import Testing

@testable import MinutaCore

@Suite struct RoundingTests {
  @Test(
    arguments: [
      (.none, 1234, 1234), (.nearest, 449, 0), (.nearest, 450, 900), (.nearest, 1349, 900),
      (.up, 1, 900), (.up, 901, 1800), (.down, 899, 0), (.down, 1799, 900),
    ] as [(Rounding.Mode, Int, Int)]
  )
  func `a duration is rounded to steps`(mode: Rounding.Mode, seconds: Int, expected: Int) {
    #expect(Rounding(mode, to: 900, per: .record).rounded(seconds) == expected)
  }

  @Test(arguments: Rounding.Mode.allCases, [0, 900, 1800, 86_400])
  func `E45 an exact multiple isn't changed`(mode: Rounding.Mode, seconds: Int) {
    #expect(Rounding(mode, to: 900, per: .record).rounded(seconds) == seconds)
  }

  @Test func `E44 remaining steps go to the parts with the largest remainders`() {
    let rounding = Rounding(.nearest, to: 900, per: .day)
    #expect(rounding.spread([3000, 2400, 2100]) == [2700, 2700, 1800])
    #expect(rounding.spread([600, 600, 600]) == [900, 900, 0])
    #expect(rounding.spread([9000, 1000, 600]) == [9000, 900, 900])
    #expect(rounding.spread([]) == [])
    #expect(rounding.spread([0, 0]) == [0, 0])
  }

  @Test func `E44 rounded groups add up, and the grouping doesn't change the total`() throws {
    var random = SeededGenerator(seed: 44)
    for round in 0..<60 {
      let plan = try RandomRecords(round, &random)
      let mode = Rounding.Mode.allCases[round % 4]
      let unit = Rounding.Unit.allCases[round % 3]
      let step = [60, 360, 900, 3600, 7].randomElement(using: &random) ?? 60
      let rounding = Rounding(mode, to: step, per: unit)
      let totals = (0..<6).map { depth in
        let dimensions = SummaryDimension.allCases.shuffled(using: &random).prefix(depth)
        let summary = plan.summary(by: Array(dimensions), rounding: rounding)
        if depth > 0 { summary.expectSums() }
        #expect(mode == .none || summary.totalSeconds % step == 0)
        return summary.totalSeconds
      }
      #expect(Set(totals).count == 1, "\(mode) \(step) per \(unit): \(totals)")
      let exact = plan.summary(by: []).totalSeconds
      #expect(plan.summary(by: [.tag], rounding: rounding).exactSeconds == exact)
      switch mode {
      case .none: #expect(totals[0] == exact)
      case .up: #expect(totals[0] >= exact)
      case .down: #expect(totals[0] <= exact)
      case .nearest: break
      }
    }
  }

  @Test func `records, days or tags are rounded`() {
    let work = UUID()
    let records = ["2026-11-19T08:00:00Z", "2026-11-19T09:00:00Z", "2026-11-20T08:00:00Z"].map {
      TimeRecord(
        id: UUID(),
        startTime: instant($0),
        endTime: instant($0).addingTimeInterval(400),
        tagId: work
      )
    }
    let totals = Rounding.Unit.allCases.map { unit in
      SummaryQuery(
        range: TimeRange(timeZone: zurich),
        by: [.tag],
        rounding: Rounding(.up, to: 900, per: unit),
        now: instant("2026-11-20T20:00:00Z")
      ).summary(of: records).totalSeconds
    }
    #expect(totals == [2700, 1800, 1800])
  }
}
