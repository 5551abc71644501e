/// Tells the progress of one request, where its client wants to know.
package struct RPCProgress: Sendable {
  let connection: RPCConnection
  let serial: Int

  /// Tells how much is done.
  ///
  /// - Parameter part: from 0 to 1; told only where it is more than before.
  package func report(_ part: Double, message: String? = nil) {
    connection.report(part, message: message, of: serial)
  }
}
