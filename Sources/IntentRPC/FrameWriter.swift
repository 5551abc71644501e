import Dispatch
import SystemCalls

/// Writes whole frames one after the other, waiting for a slow reader outside the concurrency pool.
struct FrameWriter: Sendable {
  private let descriptor: CInt
  private let queue = DispatchQueue(label: "dev.minuta.rpc.output")

  init(_ descriptor: CInt) {
    self.descriptor = descriptor
  }

  func write(_ frame: [UInt8]) async throws(SystemError) {
    let result: Result<Void, SystemError> = await withCheckedContinuation { done in
      queue.async { [descriptor] in
        let result = Result { () throws(SystemError) in
          try writeAll(descriptor, path: nil, frame)
        }
        done.resume(returning: result)
      }
    }
    try result.get()
  }
}
