import IntentKit
package import JSONText

/// Handles the methods of a connection.
package protocol RPCHandler: Sendable {
  /// Whether messages may be batched in an array.
  var acceptsBatches: Bool { get }

  /// Returns a cached response; nil if the request has to be handled.
  ///
  /// - Parameter generation: a number that stays the same while no task was started and no new
  ///   message was read. A cache validated in this generation needs no new validation.
  func cachedResponse(for request: RPCRequest, generation: Int) -> JSONBytes?

  /// Handles a request or notification without blocking.
  ///
  /// Calls for one connection are made one at a time, in the order of its messages.
  ///
  /// - Throws: The error to respond with.
  func handle(_ request: RPCRequest, on connection: RPCConnection) throws(RPCError)
    -> RPCHandlerResult
}

extension RPCHandler {
  /// Returns nil: by default nothing is cached.
  package func cachedResponse(for request: RPCRequest, generation: Int) -> JSONBytes? { nil }
}

/// The result of handling a request.
package enum RPCHandlerResult: Sendable {
  /// An immediate response; discarded for a notification.
  case answer(JSONValue)
  /// A task that produces the response.
  case task(RPCTask)
}

/// Asynchronous work for a request.
package struct RPCTask: Sendable {
  /// The order of a request's task relative to others of its connection.
  package enum Scheduling: Sendable {
    /// Runs after all earlier writes and before all later ones.
    case write
    /// Runs after all earlier writes.
    case read
    /// Runs at any time.
    case unordered
    /// Runs at any time in another program, which has its own timeout.
    case external
    /// Runs until it is cancelled or the connection ends.
    case longLived
  }

  let scheduling: Scheduling
  let progress: ProgressToken?
  let limit: Duration?
  /// Caches a response for as long as its validator is current.
  var cacheResponse: (@Sendable (JSONBytes, CacheValidator) -> Void)?
  let perform: @Sendable (RequestContext) async throws(RPCError) -> JSONValue
  let afterwards: @Sendable () -> Void

  /// - Parameters:
  ///   - limit: the timeout, counted from the request's arrival. A task that hasn't begun by then
  ///     is answered with an error; one that has is cancelled.
  ///   - afterwards: called after the response was sent or suppressed.
  package init(
    _ scheduling: Scheduling,
    progress: ProgressToken? = nil,
    limit: Duration? = nil,
    afterwards: @escaping @Sendable () -> Void = {},
    perform: @escaping @Sendable (RequestContext) async throws(RPCError) -> JSONValue
  ) {
    self.scheduling = scheduling
    self.progress = progress
    self.limit = limit
    self.afterwards = afterwards
    self.perform = perform
  }
}
