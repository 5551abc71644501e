/// A request to the HTTP API that failed, and the reason.
struct APIError: Error, Sendable, Equatable {
  enum Reason: Sendable, Equatable {
    /// The HTTP program can't be started.
    case programNotFound(String)
    /// No response came; the text is the program's own.
    case unreachable(String)
    /// No complete response came in time.
    case timedOut(seconds: Double)
    /// The response has a status other than success.
    case status(Int)
    /// The response is a redirect, which is never followed.
    case redirect(Int, to: String)
    /// The response is larger than `limit` bytes.
    case tooLarge(limit: Int)
    /// The response isn't what the API promises.
    case malformed(String)
  }

  let reason: Reason
  let method: String
  let url: String

  /// Whether the request may have succeeded although it failed for us.
  var isUncertain: Bool {
    if method == "GET" { return false }
    return switch reason {
    case .programNotFound, .redirect: false
    case .unreachable, .timedOut, .tooLarge, .malformed: true
    case .status(let code): code >= 500
    }
  }
}
