import IntentKit
package import JSONText

/// The methods that one connection offers.
package protocol RPCHandler: Sendable {
  /// Whether messages may come in arrays.
  var acceptsBatches: Bool { get }

  /// What a request is answered at once, as that is known; nil where it has to be judged.
  ///
  /// - Parameter generation: the same number for requests between which nothing was begun, and which had
  ///   all come before the first of them is judged.
  func cachedResponse(for request: RPCRequest, generation: Int) -> JSONBytes?

  /// Judges a request or notification, without waiting for anything.
  ///
  /// Those of one connection are judged one after the other, in the order they came.
  ///
  /// - Throws: the error that a request is answered with.
  func handle(_ request: RPCRequest, on connection: RPCConnection) throws(RPCError)
    -> RPCHandlerResult
}

extension RPCHandler {
  /// Knows nothing.
  package func cachedResponse(for request: RPCRequest, generation: Int) -> JSONBytes? { nil }
}

/// What has to be done for a request.
package enum RPCHandlerResult: Sendable {
  /// Nothing: the answer is known. What a notification is answered goes nowhere.
  case answer(JSONValue)
  /// Something that takes time.
  case task(RPCTask)
}

/// Something that takes time, done for a request.
package struct RPCTask: Sendable {
  /// How a request stands to others of its connection.
  package enum Scheduling: Sendable {
    /// After all that write and came before it, before all that write and come after.
    case write
    /// After all that write and came before it.
    case read
    /// Whenever it can be.
    case unordered
    /// Whenever it can be, by another program, which is given a time of its own.
    case external
    /// Until it is cancelled, or the connection ends.
    case longLived
  }

  let scheduling: Scheduling
  let progress: ProgressToken?
  let limit: Duration?
  /// Takes an answer that stands for as long as its stamp does.
  var cacheResponse: (@Sendable (JSONBytes, CacheValidator) -> Void)?
  let perform: @Sendable (RequestContext) async throws(RPCError) -> JSONValue
  let afterwards: @Sendable () -> Void

  /// - Parameters:
  ///   - limit: the time that it may take, from when it is asked for; then it is answered with an
  ///     error, or, where it has begun, cancelled.
  ///   - afterwards: called once the reply is sent, or was not to be.
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
