import JSONText

/// Why a server could not be used.
enum MCPServerError: Error, Equatable {
  /// Its program could not be started, for a reason of the system's.
  case notStarted(reason: String)
  /// It is gone, or no use any more; with the last thing that it complained of.
  case ended(how: String, lastLine: String?)
  /// It said nothing for so long after a request; but it wrote so many lines that are no messages.
  case idleTimeout(Duration, method: String, ignoredLineCount: Int)
  /// It did not answer a request in time, although it did say something.
  case totalTimeout(Duration, method: String)
  /// It lists more of something than is taken.
  case tooMany(String, limit: Int)
  /// It speaks no version of the protocol that we do.
  case unsupportedVersion(String)
  /// It answered something that the protocol does not know.
  case malformedResponse(method: String)
  /// It refused a request.
  case refused(code: Int, message: String, data: JSONObject)
  /// Nobody waits for it any more.
  case cancelled
}
