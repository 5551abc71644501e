import Foundation
import IntentKit
import JSONText
import MinutaCore
import MinutaDesktop
import MinutaLog
import SystemCalls

/// Shows the outcome of a key press as a notification.
///
/// A detached process shows it, so the press doesn't wait for the notification daemon, which may
/// hang. Without a daemon, the outcome goes to the log file.
struct KeyFeedbackNotifier {
  /// The word that makes `minuta key` show a notification; no slug has a colon.
  static let showAction = ":show"

  /// The time limits of the detached process, which together are below five seconds.
  private static let lockTimeout = Duration.seconds(1)
  private static let timeout = Duration.milliseconds(3500)
  /// The length of a notification in characters.
  private static let limit = 1000

  let environment: Environment

  /// Shows an outcome if the key's choice includes it, or the user's choice for all keys.
  ///
  /// - Parameters:
  ///   - keyChoice: the choice of the key; nil if it has none.
  ///   - slug: the key whose own call has this outcome; nil if the user chose the call.
  func send(_ outcome: Outcome, keyChoice: KeyFeedback? = nil, slug: String? = nil) {
    guard let words = words(for: outcome, keyChoice, slug) else { return }
    do throws(SystemError) {
      try DetachedProcess.start(
        environment.program,
        ["key", "--", Self.showAction] + words,
        environment: environment.variables,
        folder: "/"
      )
    } catch {
      keep(words[1], urgency(of: outcome))
    }
  }

  /// Shows an outcome like `send`, but waits until the notification is shown.
  func show(_ outcome: Outcome) async {
    if let words = words(for: outcome) { await show(words) }
  }

  /// Returns the arguments of the process that shows an outcome; nil if no notification is needed or
  /// possible.
  private func words(
    for outcome: Outcome,
    _ keyChoice: KeyFeedback? = nil,
    _ slug: String? = nil
  ) -> [String]? {
    // Without readable settings, all outcomes are shown, also the one about the settings.
    let choice = keyChoice ?? (try? Settings(of: environment))?.feedback ?? .all
    guard choice.includes(outcome) else { return nil }
    let advice = outcome.error?.adviceAfterPress(of: slug).map { " " + $0 }
    let text = (outcome.notice.rewording { $0.shortened(to: Self.limit) } + (advice ?? "")).text
    guard Notifier.hasSessionBus(environment.variables) else {
      keep(text, urgency(of: outcome))
      return nil
    }
    return [urgency(of: outcome).rawValue, text.filter { $0 != "\0" }]
      + [outcome.tagColor].compactMap(\.self)
  }

  private func urgency(of outcome: Outcome) -> Notifier.Urgency {
    outcome.result == nil ? .critical : .normal
  }

  /// Shows a text in place of the notification of an earlier press.
  ///
  /// - Parameter words: the arguments of the detached process.
  func show(_ words: [String]) async {
    guard (2...3).contains(words.count), let urgency = Notifier.Urgency(rawValue: words[0]) else {
      return
    }
    let folder = environment.keysFolder
    // Without the lock, the notification is shown too, but may not replace another one.
    let lock = try? FileLock.acquire("\(folder)/notification.lock", timeout: Self.lockTimeout)
    let last = LastNotification(file: "\(folder)/notification", environment)
    do throws(Failure) {
      let notifier = Notifier(environment: environment.variables, timeout: Self.timeout)
      let id = try await notifier.show(
        "Minuta",
        words[1],
        urgency,
        replacing: last.id,
        icon: words.dropFirst(2).first.flatMap(icon)
      )
      last.save(id)
      // Bars would show the older outcome beside this one.
      KeyOutcomeFile(environment).remove()
    } catch {
      keep(words[1], urgency)
      log(error.message, .critical)
    }
    // Hold the lock until the id is saved.
    lock?.withLock {}
  }

  /// Writes a text that no notification shows to the log, and for the bars.
  private func keep(_ text: String, _ urgency: Notifier.Urgency) {
    log(text, urgency)
    KeyOutcomeFile(environment).save(text)
  }

  /// Returns the path of an icon in a color; nil if there can't be one.
  private func icon(_ color: String) -> String? {
    guard let icon = TagColorIcon(color) else { return nil }
    let folder = "\(environment.cacheFolder)/icons"
    let path = "\(folder)/\(icon.name).png"
    do throws(SystemError) {
      if try FileStatus.of(path) == nil {
        try Directory.make(folder, permissions: 0o700)
        try AtomicFileWriter.replace(path, with: icon.png)
      }
      return path
    } catch {
      return nil
    }
  }

  private func log(_ text: String, _ urgency: Notifier.Urgency) {
    let message = LogMessage(
      category: .app,
      level: urgency == .critical ? .error : .info,
      text: "Key pressed",
      fields: ["outcome": .text(text)]
    )
    _ = try? Directory.make(environment.stateFolder, permissions: 0o700)
    LogFile(of: environment).append(LogFormat.text.line(message, at: environment.now()))
  }
}

extension Settings {
  /// The outcomes of key presses that are shown; nil for the default.
  fileprivate var feedback: KeyFeedback? { json["feedback"]?.string.flatMap(KeyFeedback.init) }
}

extension Outcome {
  /// The color of the tag of the record that the call changed; nil if there is none.
  fileprivate var tagColor: String? {
    let record = result?.value["record"] ?? result?.value["records"]?.array?.first
    return record?["tag"]?["color"]?.string
  }
}
