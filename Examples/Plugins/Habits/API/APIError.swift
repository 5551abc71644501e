/// A request to the HTTP API that failed, and the reason.
struct APIError: Error, Sendable, Equatable {
  enum Reason: Sendable, Equatable {
    /// The program that sends requests, `curl`, can't be started.
    case programNotFound(String)
    /// No response came; the text is curl's explanation.
    case unreachable(String)
    /// No complete response came within the time limit.
    case timedOut(seconds: Double)
    /// The response has an HTTP status other than success.
    case status(Int)
    /// The response is a redirect, which is never followed.
    case redirect(Int, to: String)
    /// The response is larger than `limit` bytes.
    case tooLarge(limit: Int)
    /// The response doesn't have the form that the API defines.
    case malformed(String)
  }

  let reason: Reason
  let method: String
  let url: String

  /// Whether the server may have changed data although the request failed.
  var isUncertain: Bool {
    if method == "GET" { return false }
    return switch reason {
    case .programNotFound, .redirect: false
    case .unreachable, .timedOut, .tooLarge, .malformed: true
    case .status(let code): code >= 500
    }
  }
}
