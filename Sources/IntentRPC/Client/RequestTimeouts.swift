/// The timeouts of a request to a server.
struct RequestTimeouts {
  /// The maximum time without activity from the server; nil for no limit.
  var idle: Duration?
  /// The maximum duration of the request, regardless of activity.
  var total: Duration

  /// Returns the error for the timeout that expired.
  func failure(_ method: String, _ activity: ServerActivity, _ ignoredLineCount: Int)
    -> MCPServerError
  {
    activity.exceededTotalTimeout
      ? .totalTimeout(total, method: method)
      : .idleTimeout(idle ?? total, method: method, ignoredLineCount: ignoredLineCount)
  }
}

/// A server's most recent activity during a request.
struct ServerActivity {
  var time = ContinuousClock.now
  /// Whether the server has sent anything since the request.
  var hasResponded = false
  /// Whether the total timeout expired, rather than the idle timeout.
  var exceededTotalTimeout = false
}
