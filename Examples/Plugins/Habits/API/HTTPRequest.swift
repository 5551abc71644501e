import JSONText

/// A request to an HTTP API.
struct HTTPRequest: Sendable, Equatable {
  let method: String
  let url: String
  /// The JSON body; nil for none.
  let body: JSONValue?
}

/// Sends requests to an HTTP API.
protocol HTTPTransport: Sendable {
  /// Sends a request and waits for the response.
  ///
  /// - Returns: The body of a successful response.
  /// - Throws: `APIError`, or `CancellationError` if the caller cancels.
  func send(_ request: HTTPRequest) async throws -> [UInt8]
}
