/// The idle timeout and the total timeout of a request to a server.
struct RequestTimeouts {
  /// The maximum time that the server may be silent; nil for no limit.
  var idle: Duration?
  /// The maximum time until the response, even if the server reports progress.
  var total: Duration

  /// Returns the error for a timed-out request, depending on which of the two timeouts expired.
  func failure(_ method: String, _ activity: RequestTimeoutState, _ ignoredLineCount: Int)
    -> MCPServerError
  {
    activity.exceededTotalTimeout
      ? .totalTimeout(total, method: method)
      : .idleTimeout(idle ?? total, method: method, ignoredLineCount: ignoredLineCount)
  }
}

/// The server's activity while one of our requests waits for its response.
struct RequestTimeoutState {
  var time = ContinuousClock.now
  /// Whether the server has sent a progress or log message since the request.
  var hasResponded = false
  /// Whether the total timeout expired, and not the idle timeout.
  var exceededTotalTimeout = false
}
