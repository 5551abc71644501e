import Synchronization

/// Logs messages of one category.
///
/// Before `start`, a message costs one atomic load; its text and fields are not evaluated. Don't
/// log secrets or the arguments of an intent call.
package struct AppLogger: Sendable {
  package static let app = AppLogger(category: .app)
  package static let intents = AppLogger(category: .intents)
  package static let plugins = AppLogger(category: .plugins)
  package static let storage = AppLogger(category: .storage)
  package static let tracking = AppLogger(category: .tracking)

  /// The outputs of the current task, by default those of the process.
  @TaskLocal package static var outputs = LogOutputs()

  private let category: LogCategory

  /// Starts logging to an output; it replaces an earlier output of the same kind.
  package static func start(_ output: LogOutput) {
    outputs.replace(with: output)
    isStarted.store(true, ordering: .releasing)
  }

  package func debug(
    _ text: @autoclosure () -> String,
    _ fields: @autoclosure () -> LogMessage.Fields = [:]
  ) {
    if isStarted.load(ordering: .acquiring) { log(.debug, text, fields) }
  }

  package func info(
    _ text: @autoclosure () -> String,
    _ fields: @autoclosure () -> LogMessage.Fields = [:]
  ) {
    if isStarted.load(ordering: .acquiring) { log(.info, text, fields) }
  }

  package func error(
    _ text: @autoclosure () -> String,
    _ fields: @autoclosure () -> LogMessage.Fields = [:]
  ) {
    if isStarted.load(ordering: .acquiring) { log(.error, text, fields) }
  }

  private func log(
    _ level: LogLevel,
    _ text: () -> String,
    _ fields: () -> LogMessage.Fields
  ) {
    let outputs = Self.outputs.all.filter { $0.filter.accepts(level, in: category) }
    if outputs.isEmpty { return }
    let message = LogMessage(category: category, level: level, text: text(), fields: fields())
    for output in outputs { output.write(message) }
  }
}

private let isStarted = Atomic(false)
