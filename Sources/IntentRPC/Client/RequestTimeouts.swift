/// The idle timeout and the total timeout of a request to a server.
struct RequestTimeouts {
  /// The maximum time that the server may be silent; nil disables both timeouts.
  var idle: Duration?
  /// The maximum time until the response, even if the server reports progress.
  var total: Duration

  /// Returns the error for a timed-out request, depending on which of the two timeouts expired.
  func failure(_ method: String, _ activity: PeerActivity, _ ignoredLineCount: Int)
    -> MCPServerError
  {
    activity.exceededTotalTimeout
      ? .totalTimeout(total, method: method)
      : .idleTimeout(idle ?? total, method: method, ignoredLineCount: ignoredLineCount)
  }
}
