/// One message of the byte stream, or an error in place of a message.
package enum Frame: Sendable, Equatable {
  case message([UInt8])
  /// A message that can't be read; the next one can.
  case unreadable(RPCError)
  /// A framing error, after which the start of the next message is unknown.
  case broken(RPCError)
}
