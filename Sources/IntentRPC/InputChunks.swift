import Dispatch
import Foundation
import SystemCalls

/// The bytes of a descriptor as they come, read by a thread of its own.
///
/// The thread waits in `read(2)`, where no thread of the concurrency pool may. It is ahead of the
/// one who takes the bytes by a few chunks at most.
struct InputChunks: AsyncSequence, Sendable {
  static let chunkSize = 64 << 10
  static let backlog = 16

  private let stream: AsyncThrowingStream<[UInt8], any Error>
  private let room: DispatchSemaphore

  /// Begins to read.
  init(_ descriptor: CInt) {
    // Made with 0 and raised, since a semaphore may not go with less than it was made with.
    let room = DispatchSemaphore(value: 0)
    for _ in 0..<Self.backlog { room.signal() }
    let (stream, output) = AsyncThrowingStream<[UInt8], any Error>.makeStream()
    output.onTermination = { _ in room.signal() }
    Thread.detachNewThread {
      do throws(SystemError) {
        while true {
          let chunk = try readOnce(descriptor, path: nil, atMost: Self.chunkSize)
          if chunk.isEmpty { break }
          room.wait()
          if case .terminated = output.yield(chunk) { break }
        }
        output.finish()
      } catch {
        output.finish(throwing: error)
      }
    }
    self.stream = stream
    self.room = room
  }

  func makeAsyncIterator() -> Iterator {
    Iterator(base: stream.makeAsyncIterator(), room: room)
  }

  struct Iterator: AsyncIteratorProtocol {
    fileprivate var base: AsyncThrowingStream<[UInt8], any Error>.Iterator
    fileprivate let room: DispatchSemaphore

    mutating func next() async throws -> [UInt8]? {
      try await next(isolation: #isolation)
    }

    mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(any Error) -> [UInt8]? {
      let chunk = try await base.next(isolation: actor)
      room.signal()
      return chunk
    }
  }
}
