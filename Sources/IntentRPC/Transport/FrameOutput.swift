import Dispatch
import Synchronization
import SystemCalls

/// Sends whole frames in the order they are given, and makes nobody wait who gives one.
///
/// What fits is written at once; the rest by a thread of its own. A reader that takes nothing for
/// the time of patience counts as gone.
final class FrameOutput: Sendable {
  /// Bytes that may wait before no more requests should be read.
  static let roomy = 4 << 20

  private struct State {
    var waiting: [UInt8] = []
    var isHeld = false
    var isWriting = false
    var isClosing = false
    var failure: SystemError?
    var wantsRoom = false

    var isFull: Bool { waiting.count > roomy }
  }

  private let descriptor: CInt
  private let patience: Duration
  private let whenGone: @Sendable () -> Void
  private let state = Mutex(State())
  private let work = DispatchSemaphore(value: 0)
  private let room = DispatchSemaphore(value: 0)

  /// Begins to send.
  ///
  /// - Parameter whenGone: told once where nothing can be sent any more.
  init(
    _ descriptor: CInt,
    patience: Duration,
    whenGone: @escaping @Sendable () -> Void
  ) throws(SystemError) {
    self.descriptor = descriptor
    self.patience = patience
    self.whenGone = whenGone
    try SystemThread.start { [self] in sendWaiting() }
  }

  /// Sends a frame after those given before; does nothing once the reader is gone.
  func send(_ frame: [UInt8]) {
    tell(
      state.withLock { state in
        if state.failure != nil { return .nobody }
        state.waiting += frame
        return sendWhatFits(&state)
      }
    )
  }

  /// Has frames wait for each other until they are released.
  func hold() {
    state.withLock { $0.isHeld = true }
  }

  /// Sends what was held.
  func release() {
    tell(
      state.withLock { state in
        state.isHeld = false
        return sendWhatFits(&state)
      }
    )
  }

  /// Who has to know how the sending went.
  private enum Concerned { case nobody, writer, everybody }

  private func tell(_ concerned: Concerned) {
    if concerned == .nobody { return }
    work.signal()
    if concerned == .everybody { whenGone() }
  }

  private func sendWhatFits(_ state: inout State) -> Concerned {
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
  private func wait(while condition: (State) -> Bool) {
    while wantsRoom(while: condition) { room.wait() }
  }

  private func wantsRoom(while condition: (State) -> Bool) -> Bool {
    state.withLock { state in
      state.wantsRoom = state.failure == nil && condition(state)
      return state.wantsRoom
    }
  }

  private func sendWaiting() {
    while true {
      work.wait()
      while let bytes = takeWaiting() {
        do throws(SystemError) {
          try writeAll(descriptor, path: nil, bytes, patience: patience)
        } catch {
          state.withLock { $0.failure = error }
          giveRoom()
          whenGone()
          return
        }
        giveRoom()
      }
      giveRoom()
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

  private func giveRoom() {
    let isWanted = state.withLock { state in
      defer { state.wantsRoom = false }
      return state.wantsRoom
    }
    if isWanted { room.signal() }
  }
}
