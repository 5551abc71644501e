/// A message from the byte stream, or a framing error in its place.
package enum Frame: Sendable, Equatable {
  case message([UInt8])
  case problem(FrameProblem)
}
