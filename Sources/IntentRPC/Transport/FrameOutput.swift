import Dispatch
import Foundation
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
    var isWriting = false
    var isClosing = false
    var failure: SystemError?
    var wantsRoom = false
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
  init(_ descriptor: CInt, patience: Duration, whenGone: @escaping @Sendable () -> Void) {
    self.descriptor = descriptor
    self.patience = patience
    self.whenGone = whenGone
    Thread.detachNewThread { [self] in sendWaiting() }
  }

  /// Sends a frame after those given before; does nothing once the reader is gone.
  func send(_ frame: [UInt8]) {
    switch state.withLock({ take(frame, in: &$0) }) {
    case .nothing: break
    case .wakeWriter: work.signal()
    case .tellGone:
      work.signal()
      whenGone()
    }
  }

  private enum Rest { case nothing, wakeWriter, tellGone }

  private func take(_ frame: [UInt8], in state: inout State) -> Rest {
    if state.failure != nil { return .nothing }
    if state.isWriting {
      state.waiting += frame
      return .nothing
    }
    do throws(SystemError) {
      let sent = try writeIfReady(descriptor, frame)
      if sent == frame.count { return .nothing }
      state.waiting += frame.dropFirst(sent)
      state.isWriting = true
      return .wakeWriter
    } catch {
      state.failure = error
      return .tellGone
    }
  }

  /// Blocks while too much waits to be sent.
  func waitForRoom() {
    while wantsRoom() { room.wait() }
  }

  private func wantsRoom() -> Bool {
    state.withLock { state in
      state.wantsRoom = state.failure == nil && state.waiting.count > Self.roomy
      return state.wantsRoom
    }
  }

  /// Blocks until all that was given is sent, and ends the thread.
  ///
  /// - Returns: whether all of it was.
  func close() -> Bool {
    state.withLock { $0.isClosing = true }
    work.signal()
    while isStillWriting() { room.wait() }
    return state.withLock { $0.failure == nil }
  }

  private func isStillWriting() -> Bool {
    state.withLock { state in
      state.wantsRoom = state.failure == nil && state.isWriting
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
