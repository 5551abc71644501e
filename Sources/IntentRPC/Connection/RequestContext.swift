import IntentKit
import JSONText
import Synchronization

/// What a request that is being worked off can ask of its connection.
package final class RequestContext: Sendable {
  private let connection: RPCConnection
  private let serial: Int
  /// Nil where the request does not write.
  private let write: Mutex<WriteBarrier?>
  private let stamped = Mutex<CacheValidator?>(nil)

  init(of serial: Int, on connection: RPCConnection, write: WriteBarrier?) {
    self.connection = connection
    self.serial = serial
    self.write = Mutex(write)
  }

  /// Tells how much is done.
  ///
  /// - Parameter part: from 0 to 1; told only where it is more than before.
  package func report(_ part: Double, message: String? = nil) {
    connection.report(part, message: message, of: serial)
  }

  /// Tells the client something that belongs to the request, unless that has been answered.
  func notify(_ notification: RPCNotification) {
    connection.notify(notification, of: serial)
  }

  /// Asks the client, and waits for its reply; the writes that come after need not wait as well.
  ///
  /// - Throws: as `RPCConnection.sendRequest` does.
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

  /// Takes the stamp of the answer, if it has one and belongs to the request as it stands.
  func setStamp(_ stamp: CacheValidator?) {
    stamped.withLock { $0 = stamp }
  }

  /// The stamp of the answer.
  var stamp: CacheValidator? { stamped.withLock { $0 } }

  /// Lets the next write begin.
  func releaseBarrier() {
    write.withLock { $0?.release() }
  }
}
