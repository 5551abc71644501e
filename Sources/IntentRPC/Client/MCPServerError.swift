import JSONText

/// An error in the communication with an MCP server.
enum MCPServerError: Error, Equatable {
  /// The process could not be started.
  ///
  /// `reason` is the system's error.
  case notStarted(reason: String)
  /// The process or its connection ended.
  ///
  /// `lastLine` is its last line on standard error.
  case ended(how: String, lastLine: String?)
  /// The server sent nothing for this long after the request.
  ///
  /// `ignoredLineCount` is the number of invalid lines it wrote.
  case idleTimeout(Duration, method: String, ignoredLineCount: Int)
  /// The server was active but didn't respond within the total timeout.
  case totalTimeout(Duration, method: String)
  /// A list from the server has more items than the limit.
  case tooMany(String, limit: Int)
  /// The server supports none of our protocol versions.
  case unsupportedVersion(String)
  /// The response doesn't conform to the protocol.
  case malformedResponse(method: String)
  /// The server responded with an error.
  case refused(code: Int, message: String, data: JSONObject)
  /// The request was cancelled.
  case cancelled
}
