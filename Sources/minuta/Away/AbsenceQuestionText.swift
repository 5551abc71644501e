import Foundation
import IntentKit
import MinutaCore
import MinutaIntents

/// The words of the question about a timer that ran during an absence.
struct AbsenceQuestionText {
  let title: String
  /// The sentence about the timer.
  let sentence: String
  private let isRunning: Bool

  /// The text below the title of a notification.
  var body: String { "\(sentence) You can decide later.".suggesting("resolve").text }

  init(_ timer: UnresolvedTimer, _ settings: Settings, _ environment: Environment) {
    let clock = LocalTimeConverter(timeZone: settings.timeZone ?? environment.timeZone)
    let seconds = timer.absences.reduce(0) { $0 + $1.seconds }
    let times = [timer.absences.first?.from, timer.absences.last?.to]
      .compactMap { $0.flatMap(Timestamp.date) }.map(clock.time(at:))
    let today = clock.time(at: environment.now()).dateText
    let showsDates = times.contains { $0.dateText != today }
    let interval = times.map { time in
      var minute = time
      minute.second = 0
      let text = minute.clockText(in12Hours: settings.uses12Hours)
      return showsDates ? "\(time.dateText) \(text)" : text
    }.joined(separator: " to ")
    let name =
      timer.record.tag.map { "'\($0.name ?? String($0.id.prefix(8)))'" } ?? "An untagged timer"
    title = "Away for \(DurationFormat.text(seconds: seconds)), \(interval)"
    sentence = "\(name.shortened(to: 200)) kept running."
    isRunning = timer.record.endTime == nil
  }

  /// Returns the answers: a choice of `Resolve` and its label.
  ///
  /// - Parameter canGive: whether the user can be asked for a tag.
  func actions(canGive: Bool) -> [(id: String, label: String)] {
    [
      ("keep", "Keep"), ("subtract", "Subtract"),
      ("stopWhenLeft", isRunning ? "Stop when I left" : "End when I left"),
    ] + (canGive ? [(AbsenceQuestion.give, "Give to another tag")] : [])
  }
}
