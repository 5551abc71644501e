/// Why the HTTP API did not do what it was asked for.
struct APIError: Error, Sendable, Equatable {
  /// What can be the matter.
  enum Reason: Sendable, Equatable {
    /// The program that speaks HTTP cannot be started.
    case programNotFound(String)
    /// No answer came; the text is the program's own.
    case unreachable(String)
    /// No whole answer came in so many seconds.
    case timedOut(seconds: Double)
    /// It answered with a status that is none of success.
    case status(Int)
    /// It leads elsewhere, where no request is sent.
    case redirect(Int, to: String)
    /// The answer is more than may be read, in bytes.
    case tooLarge(limit: Int)
    /// The answer is not what it must be.
    case malformed(String)
  }

  let reason: Reason
  let method: String
  let url: String

  /// Whether the request may have been done all the same.
  var isUncertain: Bool {
    if method == "GET" { return false }
    return switch reason {
    case .programNotFound, .redirect: false
    case .unreachable, .timedOut, .tooLarge, .malformed: true
    case .status(let code): code >= 500
    }
  }
}
