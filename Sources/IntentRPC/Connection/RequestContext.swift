import IntentKit
import JSONText
import Synchronization

/// The connection's services for a request that is being handled.
package final class RequestContext: Sendable {
  private let connection: RPCConnection
  private let serial: Int
  /// The request's write barrier; nil if it doesn't write.
  private let write: Mutex<WriteBarrier?>
  private let storedValidator = Mutex<CacheValidator?>(nil)

  init(of serial: Int, on connection: RPCConnection, write: WriteBarrier?) {
    self.connection = connection
    self.serial = serial
    self.write = Mutex(write)
  }

  /// Reports progress.
  ///
  /// - Parameter fraction: the completed fraction, from 0 to 1. Values that don't increase aren't sent.
  package func report(_ fraction: Double, message: String? = nil) {
    connection.report(fraction, message: message, of: serial)
  }

  /// Sends a notification that belongs to the request, unless the request was answered.
  func notify(_ notification: RPCNotification) {
    connection.notify(notification, of: serial)
  }

  /// Sends the client a request and waits for the response, letting later writes run meanwhile.
  ///
  /// - Throws: The same errors as `RPCConnection.sendRequest`.
  func sendRequest(_ method: String, _ parameters: JSONObject) async throws(RPCError) -> JSONValue {
    let isWrite = write.withLock { write in
      write?.release()
      return write != nil
    }
    guard connection.update(serial, isAwaitingClient: true) else { throw .tooManyPending }
    let reply: JSONValue
    do throws(RPCError) {
      reply = try await connection.sendRequest(method, parameters)
    } catch {
      _ = connection.update(serial, isAwaitingClient: false)
      throw error
    }
    _ = connection.update(serial, isAwaitingClient: false)
    guard isWrite else { return reply }
    let (barrier, before) = connection.enqueueWrite()
    write.withLock { $0 = barrier }
    await before?.wait()
    return reply
  }

  /// Sets the validator with which the response may be cached; nil if it may not be.
  func setCacheValidator(_ cacheValidator: CacheValidator?) {
    storedValidator.withLock { $0 = cacheValidator }
  }

  /// The validator with which the response may be cached.
  var cacheValidator: CacheValidator? { storedValidator.withLock { $0 } }

  /// Allows the next write to begin.
  func releaseBarrier() {
    write.withLock { $0?.release() }
  }
}
