import JSONText

/// A request to an HTTP API.
struct HTTPRequest: Sendable, Equatable {
  let method: String
  let url: String
  /// What is sent with it; nil for nothing.
  let body: JSONValue?
}

/// Sends requests to an HTTP API.
protocol HTTPTransport: Sendable {
  /// Sends a request and waits for its answer.
  ///
  /// - Returns: The body of an answer that tells of success.
  /// - Throws: `APIError`, or `CancellationError` where the caller wants it no more.
  func send(_ request: HTTPRequest) async throws -> [UInt8]
}
