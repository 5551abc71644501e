import MinutaLog

extension Outcome {
  /// Logs the call that ended so, without its values.
  ///
  /// - Parameter duration: from the call, or the group of calls that it was committed with, to here.
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
