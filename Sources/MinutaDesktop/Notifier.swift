package import IntentKit
import JSONText
import SystemCalls

/// Shows desktop notifications with `notify-send`.
package struct Notifier: Sendable {
  private static let program = "notify-send"

  private let environment: [String: String]
  private let timeout: Duration

  /// Creates a notifier.
  ///
  /// - Parameters:
  ///     - environment: the environment variables of `notify-send`, which is found through their
  ///       `PATH`.
  ///     - timeout: the time limit. Without it, `notify-send` waits over a minute if the desktop
  ///       hangs.
  package init(environment: [String: String], timeout: Duration = .seconds(5)) {
    self.environment = environment
    self.timeout = timeout
  }

  /// The urgency of a notification; a critical one stays until the user closes it.
  package enum Urgency: String, Sendable {
    case normal, critical
  }

  /// Whether the environment has a session bus, through which a notification daemon can be reached.
  ///
  /// Without one, `notify-send` would start a bus that nobody ends.
  package static func hasSessionBus(_ environment: [String: String]) -> Bool {
    if environment["DBUS_SESSION_BUS_ADDRESS"]?.isEmpty == false { return true }
    guard let socket = busSocket(environment) else { return false }
    return ((try? FileStatus.of(socket)) ?? nil) != nil
  }

  /// Returns the path of the session bus's socket, which needn't exist; nil for a bus without one.
  package static func busSocket(_ environment: [String: String]) -> String? {
    guard let address = environment["DBUS_SESSION_BUS_ADDRESS"], !address.isEmpty else {
      return environment["XDG_RUNTIME_DIR"].map { "\($0)/bus" }
    }
    guard address.hasPrefix("unix:path=") else { return nil }
    return String(address.dropFirst(10).prefix { $0 != "," && $0 != ";" })
  }

  /// Shows a notification.
  ///
  /// - Parameters:
  ///   - id: the id of an earlier notification to replace.
  ///   - icon: the path of an image to show; nil for none.
  /// - Returns: The notification's id.
  /// - Throws: `Failure` if `notify-send` isn't installed, fails or takes too long.
  @discardableResult
  package func show(
    _ title: String,
    _ text: String,
    _ urgency: Urgency = .normal,
    replacing id: String? = nil,
    icon: String? = nil
  ) async throws(Failure) -> String {
    let lines = try await run { readsMarkup in
      Self.arguments(
        title,
        text,
        urgency,
        replacing: id,
        icon: icon,
        readsMarkup: readsMarkup
      )
    }
    return lines.first ?? ""
  }

  /// Shows a notification with buttons until the user chooses one.
  ///
  /// - Parameters:
  ///   - actions: the buttons, as pairs of an identifier and a label.
  ///   - id: the id of an earlier notification to replace.
  /// - Returns: The identifier of the button; nil if the user closed the notification, or if the
  ///   notification daemon shows no buttons.
  package func ask(
    _ title: String,
    _ text: String,
    _ actions: [(id: String, label: String)],
    replacing id: String? = nil
  ) async throws(Failure) -> String? {
    let lines = try await run { readsMarkup in
      Self.arguments(
        title,
        text,
        .normal,
        replacing: id,
        actions: actions,
        expiringAfter: timeout,
        readsMarkup: readsMarkup
      )
    }
    return actions.first { $0.id == lines.last }?.id
  }

  /// Runs `notify-send` and returns the lines that it prints.
  ///
  /// - Parameter arguments: returns the arguments, given whether the daemon reads markup.
  private func run(
    _ arguments: (_ readsMarkup: Bool) -> [String]
  ) async throws(Failure) -> [String] {
    let clock = ContinuousClock()
    let deadline = clock.now + timeout
    let words = arguments(await readsMarkup())
    do throws(ProgramError) {
      let output = try await ProgramRunner.text(
        Self.program,
        words,
        environment: environment,
        timeout: max(deadline - clock.now, .zero)
      )
      return output.split(separator: "\n").map(String.init)
    } catch {
      throw Failure(
        code: "notificationFailed",
        message: "Can't show the notification: \(error.reason).",
        data: ["program": .string(Self.program)]
      )
    }
  }

  /// Returns whether the notification daemon reads markup, as most do.
  ///
  /// If it can't be asked, escaped text is the safer choice: no name can become markup.
  private func readsMarkup() async -> Bool {
    let output = try? await ProgramRunner.text(
      "gdbus",
      [
        "call", "--session", "--timeout", "1", "--dest", "org.freedesktop.Notifications",
        "--object-path", "/org/freedesktop/Notifications",
        "--method", "org.freedesktop.Notifications.GetCapabilities",
      ],
      environment: environment,
      timeout: min(timeout, .seconds(2))
    )
    return output?.contains("'body-markup'") ?? true
  }

  /// Returns the arguments of `notify-send`.
  ///
  /// `notify-send` reads escapes such as `\n` in the text. `--` makes sure that neither the title nor
  /// the text is taken for an option.
  ///
  /// - Parameter readsMarkup: whether the notification daemon reads the text as markup.
  static func arguments(
    _ title: String,
    _ text: String,
    _ urgency: Urgency,
    replacing id: String?,
    icon: String? = nil,
    actions: [(id: String, label: String)] = [],
    expiringAfter time: Duration? = nil,
    readsMarkup: Bool = true
  ) -> [String] {
    var options = ["--app-name=Minuta", "--print-id", "--urgency=\(urgency.rawValue)"]
    let body = PangoMarkup.body(text, isMarkup: readsMarkup).escaping { $0 == "\\" ? "\\\\" : nil }
    options += [id.map { "--replace-id=\($0)" }, icon.map { "--icon=\($0)" }].compactMap(\.self)
    options += time.map { ["--expire-time=\($0.components.seconds * 1000)"] } ?? []
    options += actions.map { "--action=\($0.id)=\($0.label)" }
    return options + ["--", title.filter { $0 != "\0" }, body]
  }
}
