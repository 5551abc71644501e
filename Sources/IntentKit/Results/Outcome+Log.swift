import MinutaLog

extension Outcome {
  /// Logs a call with this outcome, but without its arguments or its result.
  ///
  /// - Parameter duration: The time from the start of the call, or of its commit group, to now.
  func log(_ intent: String, from source: CallSource, took duration: Duration) {
    if let error {
      AppLogger.intents.error(
        "Call failed",
        [
          "intent": .text(intent), "source": .text(source.rawValue), "status": .text(status),
          "code": .text(error.code), "ms": .milliseconds(duration),
        ]
      )
    } else {
      AppLogger.intents.info(
        "Call ended",
        [
          "intent": .text(intent), "source": .text(source.rawValue), "status": .text(status),
          "ms": .milliseconds(duration),
        ]
      )
    }
  }
}
