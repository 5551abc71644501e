import Dispatch
import Synchronization
import SystemCalls

/// Sends whole frames in the order they are given, and makes nobody wait who gives one.
///
/// What fits is written at once; the rest by a thread of its own. A reader that takes nothing for
/// the time of patience counts as gone.
final class FrameWriter: Sendable {
  /// Bytes that may wait before no more requests should be read.
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

  /// Begins to send.
  ///
  /// - Parameter onDisconnect: told once where nothing can be sent any more.
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

  /// Sends a frame after those given before; does nothing once the reader is gone.
  func send(_ frame: [UInt8]) {
    wake(
      state.withLock { state in
        if state.failure != nil { return .nobody }
        state.waiting += frame
        return sendAvailable(&state)
      }
    )
  }

  /// Has frames wait for each other until they are released.
  func hold() {
    state.withLock { $0.isHeld = true }
  }

  /// Sends what was held.
  func release() {
    wake(
      state.withLock { state in
        state.isHeld = false
        return sendAvailable(&state)
      }
    )
  }

  /// Who has to know how the sending went.
  private enum WakeTarget { case nobody, writer, everybody }

  private func wake(_ target: WakeTarget) {
    if target == .nobody { return }
    work.signal()
    if target == .everybody { onDisconnect() }
  }

  private func sendAvailable(_ state: inout OutputState) -> WakeTarget {
    if state.isHeld || state.isWriting || state.waiting.isEmpty { return .nobody }
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
      return .everybody
    }
    state.isWriting = !state.waiting.isEmpty
    return state.isWriting ? .writer : .nobody
  }

  /// Whether too much waits to be sent.
  var isFull: Bool { state.withLock { $0.isFull } }

  /// Blocks while too much waits to be sent.
  func waitForRoom() {
    wait(while: \.isFull)
  }

  /// Blocks until all that was given is sent, and ends the thread.
  ///
  /// - Returns: whether all of it was.
  func close() -> Bool {
    release()
    state.withLock { $0.isClosing = true }
    work.signal()
    wait(while: \.isWriting)
    return state.withLock { $0.failure == nil }
  }

  /// Blocks while a condition holds, unless the reader is gone.
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

  /// All that waits; nil where nothing does, and whoever comes next writes again.
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
