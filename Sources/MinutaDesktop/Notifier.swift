package import IntentKit
import JSONText
import SystemCalls

/// Shows desktop notifications with `notify-send`.
package struct Notifier: Sendable {
  private static let program = "notify-send"
  private static let outputLimit = 1 << 16

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
    try await run(Self.arguments(title, text, urgency, replacing: id, icon: icon)).first ?? ""
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
    let lines = try await run(
      Self.arguments(
        title,
        text,
        .normal,
        replacing: id,
        actions: actions,
        expiringAfter: timeout
      )
    )
    return actions.first { $0.id == lines.last }?.id
  }

  /// Runs `notify-send` and returns the lines that it prints.
  private func run(_ arguments: [String]) async throws(Failure) -> [String] {
    do {
      let result = try await ProgramRunner(Self.program, arguments, environment: environment)
        .run(input: [], outputLimit: Self.outputLimit, timeout: timeout)
      if result.code != 0 { throw Self.failure(result.errors.split(separator: "\n").first ?? "") }
      return String(decoding: result.output, as: UTF8.self).split(separator: "\n").map(String.init)
    } catch let error as Failure {
      throw error
    } catch let error as ProgramRunner.LaunchError {
      throw Self.failure(error.reason)
    } catch is ProgramRunner.TimeoutError {
      throw Self.failure("notify-send timed out after \(timeout)")
    } catch {
      throw Failure(code: "cancelled", message: "The notification was cancelled.")
    }
  }

  /// Returns the arguments of `notify-send`.
  ///
  /// The title is passed as plain text, and the text as markup, in which `notify-send` reads escapes
  /// such as `\n`. `--` makes sure that neither of them is taken for an option.
  static func arguments(
    _ title: String,
    _ text: String,
    _ urgency: Urgency,
    replacing id: String?,
    icon: String? = nil,
    actions: [(id: String, label: String)] = [],
    expiringAfter time: Duration? = nil
  ) -> [String] {
    var options = ["--app-name=Minuta", "--print-id", "--urgency=\(urgency.rawValue)"]
    let body = PangoMarkup.markup(text).escaping { $0 == "\\" ? "\\\\" : nil }
    options += [id.map { "--replace-id=\($0)" }, icon.map { "--icon=\($0)" }].compactMap(\.self)
    options += time.map { ["--expire-time=\($0.components.seconds * 1000)"] } ?? []
    options += actions.map { "--action=\($0.id)=\($0.label)" }
    return options + ["--", title.filter { $0 != "\0" }, body]
  }

  private static func failure(_ reason: some StringProtocol) -> Failure {
    Failure(
      code: "notificationFailed",
      message: "Can't show the notification: \(reason).",
      data: ["program": .string(program)]
    )
  }
}
