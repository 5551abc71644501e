package import Foundation
import SystemCalls

/// Ignores repeated presses of a key, across processes.
///
/// The modification time of a file per key is the time of the last press. Each press updates it, so
/// a held key is ignored until it has been released for the length of the window.
package struct KeyDebouncer: Sendable {
  private let folder: String
  private let window: Duration

  /// Creates a debouncer.
  ///
  /// - Parameters:
  ///   - folder: a private folder for the files, created if it doesn't exist.
  ///   - window: how long repeated presses are ignored. Zero accepts every press.
  package init(folder: String, window: Duration) {
    self.folder = folder
    self.window = window
  }

  /// Whether a press is the first within the window.
  ///
  /// Of several simultaneous presses, only one is.
  package func acceptsPress(_ slug: String, now: Date) throws(DesktopError) -> Bool {
    guard window > .zero else { return true }
    do throws(SystemError) {
      try Directory.make(folder, permissions: 0o700)
      let path = "\(folder)/key-\(slug)"
      // Another process that holds the lock is handling a press of this key.
      guard let lock = try FileLock.acquire(path, timeout: .zero) else { return false }
      let status = try lock.status()
      let last = Double(status.modified) / 1e9
      // An empty file has just been created by the lock, so it doesn't stand for a press.
      try lock.resize(to: 1)
      try lock.touch(nanoseconds: now.nanoseconds)
      // A process that read the clock earlier may get the lock later, so the last press can be
      // slightly in the future. If it is more than a window ahead, the clock was set back.
      return status.size == 0 || abs(now.timeIntervalSince1970 - last) >= window / .seconds(1)
    } catch {
      throw .debounceUnavailable(error)
    }
  }
}

extension Date {
  fileprivate var nanoseconds: Int64 { Int64(timeIntervalSince1970 * 1e9) }
}
