/// One message of the byte stream, or a framing error in place of a message.
package enum Frame: Sendable, Equatable {
  case message([UInt8])
  case problem(FrameProblem)
}
