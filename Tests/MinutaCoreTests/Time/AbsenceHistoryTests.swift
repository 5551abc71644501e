import Foundation
import Testing

@testable import MinutaCore

@Suite struct AbsenceHistoryTests {
  private func date(_ clock: String) -> Date {
    Timestamp.date("2026-11-20T\(clock):00Z") ?? .distantPast
  }

  @Test func `periods are joined only with absences`() {
    func period(_ reason: IdlePeriod.Reason, _ from: String, _ to: String) -> IdlePeriod {
      IdlePeriod(reason, from: date(from), to: date(to))
    }
    let machine = [period(.sleep, "10:00", "11:00"), period(.restart, "11:00", "11:30")]
    #expect(machine.joined(with: []) == machine)
    #expect(
      machine.joined(with: [period(.away, "12:00", "13:00")]).map(\.reason) == [
        .sleep, .restart, .away,
      ]
    )
    #expect(
      machine.joined(with: [period(.away, "10:30", "12:00")]) == [period(.away, "10:00", "12:00")]
    )
  }

  @Test func `old and short absences are dropped`() {
    var history = AbsenceHistory()
    func absence(_ from: String, _ to: String) -> AbsenceHistory.Absence {
      AbsenceHistory.Absence(from: date(from), to: date(to))
    }
    let short = absence("10:00", "10:05")
    history.comeBack(after: short, oldestStart: nil, minimum: 600)
    #expect(history.absences == [short])
    history.comeBack(after: absence("11:00", "11:30"), oldestStart: nil, minimum: 600)
    #expect(history.absences == [absence("11:00", "11:30")])
    let later = AbsenceHistory.Absence(
      from: date("11:00").addingTimeInterval(3 * 86_400),
      to: date("12:00").addingTimeInterval(3 * 86_400)
    )
    var running = history
    running.comeBack(after: later, oldestStart: date("09:00"), minimum: 600)
    #expect(running.absences.count == 2)
    history.comeBack(after: later, oldestStart: nil, minimum: 600)
    #expect(history.absences == [later])
    for minute in 0..<100 {
      let start = later.to.addingTimeInterval(Double(minute) * 1200 + 600)
      let next = AbsenceHistory.Absence(from: start, to: start.addingTimeInterval(601))
      history.comeBack(after: next, oldestStart: nil, minimum: 600)
    }
    #expect(history.absences.count == 32)
  }
}
