import Foundation
import IntentKit
import JSONText
import MinutaCore
import MinutaDesktop
import MinutaIntents
import MinutaLog
import SystemCalls

/// Asks the user on the desktop what to do with the time in which a timer ran during an absence.
///
/// After `Back`, a detached process asks, so that nothing waits for the answer. It ends after a few
/// minutes, or as soon as a newer question replaces it. Nothing changes without an answer.
struct AbsenceQuestion {
  /// The word that makes `minuta idle` ask; no host has this name.
  static let action = ":ask"

  let program: Program
  let global: GlobalFlags

  /// The time after which a question isn't answered anymore.
  private static let timeout = Duration.seconds(300)
  /// The time limit for the end of an older question, whose menu may hold the keyboard.
  private static let replacementTimeout = Duration.seconds(3)
  /// The time limit for showing a notification, since a notification daemon may hang.
  private static let showTimeout = Duration.milliseconds(3500)
  /// The maximum number of timers that one absence asks about.
  private static let limit = 10
  /// The choice that needs a tag.
  static let give = "give"

  private var environment: Environment { program.environment }

  /// Starts the process that asks.
  static func start(_ environment: Environment, dataFolder: String) {
    do throws(SystemError) {
      try DetachedProcess.start(
        environment.program,
        ["idle", "--store", dataFolder, "--", action],
        environment: environment.variables,
        folder: "/"
      )
    } catch {
      AppLogger.app.error("Can't ask about an absence", ["reason": .text(error.reason)])
    }
  }

  /// Asks about each timer with unresolved time, one after the other.
  func ask() async {
    let marker = QuestionMarker(environment)
    let lock = try? FileLock.acquire(marker.lockFile, timeout: Self.replacementTimeout)
    do {
      let settings = try Settings(of: environment)
      switch settings.absenceQuestion {
      case .none: return
      case .notification where !Notifier.hasSessionBus(environment.variables): return
      case .notification, .picker: break
      }
      for _ in 0..<Self.limit {
        guard let timer = try await unresolvedTimer() else { break }
        let text = AbsenceQuestionText(timer, settings, environment)
        let values = try await marker.whileCurrent {
          try await answer(to: text, settings.absenceQuestion)
        }
        guard let values, marker.isCurrent else { break }
        // Apply an answer only to the time that the question showed.
        guard let current = try await unresolvedTimer(), current.isSame(as: timer) else { continue }
        try await resolve(timer, values)
      }
    } catch {
      if marker.isCurrent {
        AppLogger.app.error("Can't ask about an absence", ["reason": .text("\(error)")])
      }
    }
    // Hold the lock until the question has ended.
    lock?.withLock {}
  }

  private var lastNotification: LastNotification {
    LastNotification(file: "\(environment.stateFolder)/away-notification", environment)
  }

  /// Returns the first timer that ran while the user was away; nil if there is none.
  private func unresolvedTimer() async throws -> UnresolvedTimer? {
    let outcome = await (try program.engine(global)).perform(IntentCall("Resolve"), from: .key)
    guard let result = outcome.result else { throw outcome.error ?? Failure.noCommand }
    let timers: [UnresolvedTimer] = try result.value["unresolved"]?.decode() ?? []
    return timers.first
  }

  /// Asks about a timer in the way that the settings choose.
  ///
  /// - Returns: The values of `Resolve`; nil if the user chose nothing.
  private func answer(
    to text: AbsenceQuestionText,
    _ style: AbsenceQuestionStyle
  ) async throws -> JSONObject? {
    let picker = try? program.picker()
    let actions = text.actions(canGive: picker != nil)
    let choice: String?
    switch style {
    case .none: return nil
    case .notification: choice = try await notificationChoice(text, actions)
    case .picker:
      let question = PickerQuestion("\(text.title). \(text.sentence)", rows: actions.map(\.label))
      guard case .row(let row)? = try await program.picker().answer(to: question) else {
        return nil
      }
      choice = actions[row].id
    }
    guard let choice else { return nil }
    if choice != Self.give { return ["choice": .string(choice)] }
    guard let picker, let tag = try await self.tag(from: picker) else { return nil }
    return ["choice": .string(choice), "tag": .string(tag)]
  }

  /// Shows a notification with buttons.
  ///
  /// The notification is first shown without buttons, which fails soon if the daemon hangs.
  private func notificationChoice(
    _ text: AbsenceQuestionText,
    _ actions: [(id: String, label: String)]
  ) async throws(Failure) -> String? {
    let last = lastNotification
    let notifier = Notifier(environment: environment.variables, timeout: Self.showTimeout)
    let id = try await notifier.show(text.title, text.body, replacing: last.id)
    last.save(id)
    let askingNotifier = Notifier(environment: environment.variables, timeout: Self.timeout)
    return try await askingNotifier.ask(text.title, text.body, actions, replacing: id)
  }

  /// Asks for a tag, of which a new name may be typed.
  private func tag(from picker: any Picker) async throws -> String? {
    let tags = await ValueChoices(program, global).tagChoices()
    let question = PickerQuestion(
      "Tag for the time away",
      rows: tags.map(\.title),
      allowsTyping: true
    )
    switch try await picker.answer(to: question) {
    case .row(let row)?: return tags[row].value.string
    case .typed(let name)?: return name
    case nil: return nil
    }
  }

  private func resolve(_ timer: UnresolvedTimer, _ values: JSONObject) async throws {
    let call = IntentCall(
      "Resolve",
      with: values.merging(["record": .string(timer.record.id)])
    )
    let outcome = await (try program.engine(global)).perform(call, from: .key)
    await KeyFeedbackNotifier(environment: environment).show(outcome)
  }
}

extension UnresolvedTimer {
  /// Whether both have the same record and absences.
  fileprivate func isSame(as other: UnresolvedTimer) -> Bool {
    record.id == other.record.id && record.endTime == other.record.endTime
      && absences.map { [$0.from, $0.to] } == other.absences.map { [$0.from, $0.to] }
  }
}
