package import JSONText

/// A handler for all requests and notifications that a connection's peer sends.
package protocol RPCHandler: Sendable {
  /// Whether a client may send several messages as a batch, in a JSON array.
  var acceptsBatches: Bool { get }

  /// Handles a request or notification without blocking the caller.
  ///
  /// Messages of one connection are handled one at a time, in the order in which they arrive.
  ///
  /// - Throws: The error to respond with.
  func handle(_ request: RPCRequest, on connection: RPCConnection) throws(RPCError)
    -> RPCHandlerResult

  /// Called when the connection to a server process has ended, so no more messages will arrive.
  func connectionEnded(_ connection: RPCConnection)
}

extension RPCHandler {
  /// Whether batches are accepted: true by default.
  package var acceptsBatches: Bool { true }

  /// Does nothing by default.
  package func connectionEnded(_ connection: RPCConnection) {}
}

/// The result of handling a message: an immediate response, or a task that produces it.
package enum RPCHandlerResult: Sendable {
  /// An immediate response; discarded if the message was a notification.
  case answer(JSONValue)
  /// A task that produces the response later.
  case task(RPCTask)
}

/// The asynchronous task that handles a request.
package struct RPCTask: Sendable {
  /// The rule that decides when a request's task may run, relative to others of its connection.
  package enum Scheduling: Sendable {
    /// The task runs after all earlier writes and before all later ones.
    case write
    /// The task runs after all earlier writes.
    case read
    /// The task runs at any time.
    case unordered
    /// The task waits for another program, which has its own timeout, and runs at any time.
    case external
    /// The task runs until it is cancelled, or, at a server, until the connection ends: a
    /// subscription, for example.
    case longLived
  }

  let scheduling: Scheduling
  let progress: ProgressToken?
  let limit: Duration?
  let perform: @Sendable (RequestContext) async throws(RPCError) -> JSONValue
  let afterwards: @Sendable () -> Void

  /// - Parameters:
  ///   - limit: the timeout, counted from the request's arrival. A task that hasn't begun by then
  ///     is answered with an error; one that has is cancelled.
  ///   - afterwards: called once the request's task has ended, even if no response was sent; not
  ///     called if the request is refused.
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
