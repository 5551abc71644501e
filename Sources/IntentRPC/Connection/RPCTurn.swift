import IntentKit
import JSONText
import Synchronization

/// What a request that is being worked off can ask of its connection.
package final class RPCTurn: Sendable {
  private let connection: RPCConnection
  private let serial: Int
  /// Nil where the request does not write.
  private let write: Mutex<WriteTurn?>
  private let stamped = Mutex<AnswerStamp?>(nil)

  init(of serial: Int, on connection: RPCConnection, write: WriteTurn?) {
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
  /// - Throws: as `RPCConnection.ask` does.
  func ask(_ method: String, _ parameters: JSONObject) async throws(RPCError) -> JSONValue {
    let isWrite = write.withLock { write in
      write?.end()
      return write != nil
    }
    guard connection.note(serial, isAsking: true) else { throw .tooManyOpen }
    let reply: JSONValue
    do throws(RPCError) {
      reply = try await connection.ask(method, parameters)
    } catch {
      _ = connection.note(serial, isAsking: false)
      throw error
    }
    _ = connection.note(serial, isAsking: false)
    guard isWrite else { return reply }
    let (turn, before) = connection.nextWrite()
    write.withLock { $0 = turn }
    await before?.hasEnded()
    return reply
  }

  /// Takes the stamp of the answer, if it has one and belongs to the request as it stands.
  func take(_ stamp: AnswerStamp?) {
    stamped.withLock { $0 = stamp }
  }

  /// The stamp of the answer.
  var stamp: AnswerStamp? { stamped.withLock { $0 } }

  /// Lets the next write begin.
  func end() {
    write.withLock { $0?.end() }
  }
}
