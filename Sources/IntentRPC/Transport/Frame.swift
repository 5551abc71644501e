/// What a stream of bytes holds: a message, or something in its place that is none.
package enum Frame: Sendable, Equatable {
  case message([UInt8])
  case problem(FrameProblem)
}
