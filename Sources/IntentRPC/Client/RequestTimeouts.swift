/// The time limits of a request to a server.
struct RequestTimeouts {
  /// How long the server may say nothing, counted anew from each sign of life; nil for ever.
  var idle: Duration?
  /// How long the request may take, whatever the server says meanwhile.
  var total: Duration

  /// How a request exceeded them.
  func failure(_ method: String, _ sign: ServerActivity, _ ignoredLineCount: Int) -> MCPServerError
  {
    sign.exceededTotalTimeout
      ? .totalTimeout(total, method: method)
      : .idleTimeout(idle ?? total, method: method, ignoredLineCount: ignoredLineCount)
  }
}

/// The last sign of life of a server that a request waits for.
struct ServerActivity {
  var time = ContinuousClock.now
  /// Whether the server has said anything since the request.
  var hasResponded = false
  /// Whether the request took too long although the server did say something.
  var exceededTotalTimeout = false
}
