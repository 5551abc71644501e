import JSONText
import Synchronization

/// The services of a connection that a handler may use while it handles one request.
package final class RequestContext: Sendable {
  private let connection: RPCConnection
  private let serial: Int
  /// The barrier that later writes wait for; nil if this request doesn't write.
  private let write: Mutex<WriteBarrier?>

  init(of serial: Int, on connection: RPCConnection, write: WriteBarrier?) {
    self.connection = connection
    self.serial = serial
    self.write = Mutex(write)
  }

  /// Reports the request's progress to the client.
  ///
  /// - Parameter fraction: the completed fraction, from 0 to 1. Only increasing values are sent.
  package func report(_ fraction: Double, message: String? = nil) {
    connection.report(fraction, message: message, of: serial)
  }

  /// Sends a notification about the request, unless the request was already answered.
  func notify(_ notification: RPCNotification) {
    connection.notify(notification, of: serial)
  }

  /// Sends the client a request and waits for the response.
  ///
  /// Later writes may run in the meantime, so a user who takes long to answer doesn't block them.
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

  /// Allows the connection's next write to begin before this request has finished.
  func releaseBarrier() {
    write.withLock { $0?.release() }
  }
}
