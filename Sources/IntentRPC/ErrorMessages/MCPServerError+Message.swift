import IntentKit

extension MCPServerError {
  /// The reason as a clause that continues a sentence about the server, without a final period.
  var reason: String {
    switch self {
    case .notStarted(let reason): return "it can't be started (\(reason))"
    case .notMCP(let error): return "it isn't an MCP server, or can't start as one: \(error.reason)"
    case .ended(let how, let line, _):
      return how + (line.map { "; its last error output was \($0.quoted)" } ?? "")
    case .idleTimeout(let limit, let method, let count):
      let ignored = count == 0 ? "" : ". \(count) lines of its output weren't valid messages"
      return "it didn't answer \(method.quoted) and sent nothing for \(limit.milliseconds) ms"
        + ignored
    case .totalTimeout(let limit, let method):
      return "it didn't finish \(method.quoted) within \(limit.milliseconds) ms"
    case .tooMany(let items, let limit):
      return "it has more than \(limit) \(items), the maximum for a plugin"
    case .unsupportedVersion(let version):
      return "it uses version \(version.quoted) of MCP, which is not supported"
    case .malformedResponse(let method): return "its response to \(method.quoted) is not valid MCP"
    case .refused(_, let message, _): return "it returned an error: \(message)"
    case .cancelled: return "it was cancelled"
    }
  }
}
