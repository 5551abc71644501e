import JSONText

/// An error in the communication with an MCP server.
enum MCPServerError: Error, Equatable {
  /// The server's process could not be started.
  ///
  /// `reason` is the operating system's error message.
  case notStarted(reason: String)
  /// The server's process or its connection ended.
  ///
  /// `how` says how it ended; `lastLine` is the last line of its standard error; `exitCode` is nil
  /// if the process didn't exit by itself.
  case ended(how: String, lastLine: String?, exitCode: Int32? = nil)
  /// The program ended twice before it spoke MCP, so it's probably no server.
  indirect case notMCP(MCPServerError)
  /// The server sent nothing within the idle timeout after the request.
  ///
  /// `ignoredLineCount` is the number of lines it has sent that aren't valid messages.
  case idleTimeout(Duration, method: String, ignoredLineCount: Int)
  /// The server sent progress or log messages, but no response within the total timeout.
  case totalTimeout(Duration, method: String)
  /// A list from the server, such as its tools, has more items than the limit.
  case tooMany(String, limit: Int)
  /// The server supports none of the protocol versions that we support.
  case unsupportedVersion(String)
  /// The server's response doesn't conform to the protocol.
  case malformedResponse(method: String)
  /// The server responded to the request with an error.
  case refused(code: Int, message: String, data: JSONObject)
  /// We cancelled the request before the response arrived.
  case cancelled
}
