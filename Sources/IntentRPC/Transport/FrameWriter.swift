import Dispatch
import Synchronization
import SystemCalls

/// Writes frames (messages with their framing) in order, without blocking the caller.
///
/// Bytes that the file descriptor accepts are written at once; a separate thread writes the rest. A
/// peer that reads nothing within the timeout is treated as disconnected.
final class FrameWriter: Sendable {
  /// The buffer size in bytes above which the connection stops reading requests.
  static let bufferLimit = 4 << 20

  private struct OutputState {
    var waiting: [UInt8] = []
    var isHeld = false
    var isWriting = false
    var isClosing = false
    var failure: SystemError?
    var isWaitingForRoom = false

    var isFull: Bool { waiting.count > bufferLimit }
  }

  private let descriptor: CInt
  private let timeout: Duration
  private let onDisconnect: @Sendable () -> Void
  private let state = Mutex(OutputState())
  private let work = DispatchSemaphore(value: 0)
  private let room = DispatchSemaphore(value: 0)

  /// Starts the thread that writes the buffered frames.
  ///
  /// - Parameter onDisconnect: called once, when no more bytes can be written.
  init(
    _ descriptor: CInt,
    timeout: Duration,
    onDisconnect: @escaping @Sendable () -> Void
  ) throws(SystemError) {
    self.descriptor = descriptor
    self.timeout = timeout
    self.onDisconnect = onDisconnect
    try SystemThread.start { [self] in sendWaiting() }
  }

  /// Sends a frame after the earlier ones; does nothing if the peer is disconnected.
  func send(_ frame: [UInt8]) {
    wake(
      state.withLock { state in
        if state.failure != nil { return .none }
        state.waiting += frame
        return sendAvailable(&state)
      }
    )
  }

  /// Buffers frames without writing them until `release` is called.
  func hold() {
    state.withLock { $0.isHeld = true }
  }

  /// Writes the buffered frames, and no longer holds back later ones.
  func release() {
    wake(
      state.withLock { state in
        state.isHeld = false
        return sendAvailable(&state)
      }
    )
  }

  /// The receivers of a signal after an attempt to write.
  private enum WakeTarget { case none, writer, writerAndOwner }

  private func wake(_ target: WakeTarget) {
    if target == .none { return }
    work.signal()
    if target == .writerAndOwner { onDisconnect() }
  }

  private func sendAvailable(_ state: inout OutputState) -> WakeTarget {
    if state.isHeld || state.isWriting || state.waiting.isEmpty { return .none }
    do throws(SystemError) {
      var sent = 0
      while sent < state.waiting.count {
        let count = try writeIfReady(descriptor, state.waiting[sent...])
        if count == 0 { break }
        sent += count
      }
      state.waiting.removeFirst(sent)
    } catch {
      state.failure = error
      state.waiting = []
      return .writerAndOwner
    }
    state.isWriting = !state.waiting.isEmpty
    return state.isWriting ? .writer : .none
  }

  /// Whether the buffer exceeds its limit.
  var isFull: Bool { state.withLock { $0.isFull } }

  /// Blocks the calling thread while the buffer exceeds its limit.
  func waitForRoom() {
    wait(while: \.isFull)
  }

  /// Blocks until all frames are written, then ends the writer's thread.
  ///
  /// - Returns: Whether all frames could be written.
  func close() -> Bool {
    release()
    state.withLock { $0.isClosing = true }
    work.signal()
    wait(while: \.isWriting)
    return state.withLock { $0.failure == nil }
  }

  /// Blocks while a condition holds; returns early if the peer is disconnected.
  private func wait(while condition: (OutputState) -> Bool) {
    while isWaitingForRoom(while: condition) { room.wait() }
  }

  private func isWaitingForRoom(while condition: (OutputState) -> Bool) -> Bool {
    state.withLock { state in
      state.isWaitingForRoom = state.failure == nil && condition(state)
      return state.isWaitingForRoom
    }
  }

  private func sendWaiting() {
    while true {
      work.wait()
      while let bytes = takeWaiting() {
        do throws(SystemError) {
          try writeAll(descriptor, path: nil, bytes, timeout: timeout)
        } catch {
          state.withLock { $0.failure = error }
          signalRoom()
          onDisconnect()
          return
        }
        signalRoom()
      }
      signalRoom()
      if state.withLock({ $0.failure != nil || ($0.isClosing && !$0.isWriting) }) { return }
    }
  }

  /// Removes all bytes from the buffer and returns them.
  ///
  /// Returns nil if there are none; the next `send` then writes directly instead of through the
  /// thread.
  private func takeWaiting() -> [UInt8]? {
    state.withLock { state in
      if state.waiting.isEmpty || state.failure != nil {
        state.isWriting = false
        return nil
      }
      defer { state.waiting = [] }
      return state.waiting
    }
  }

  private func signalRoom() {
    let isWanted = state.withLock { state in
      defer { state.isWaitingForRoom = false }
      return state.isWaitingForRoom
    }
    if isWanted { room.signal() }
  }
}
