package import Foundation
import SystemCalls

/// Makes one press of a key that is held or pressed twice, across processes.
///
/// The time of a key's last press is that of its file. Every press moves it, so a held key is
/// deaf until it has been let go for the window.
package struct KeyDebouncer: Sendable {
  private let folder: String
  private let window: Duration

  /// Takes a folder of the user's own for the files, which is made where it is missing.
  ///
  /// - Parameter window: how long a key is deaf; zero for never.
  package init(folder: String, window: Duration) {
    self.folder = folder
    self.window = window
  }

  /// Whether a press is the first since the window, or the first of several at once.
  package func acceptsPress(_ slug: String, now: Date) throws(DesktopError) -> Bool {
    guard window > .zero else { return true }
    do throws(SystemError) {
      try Directory.make(folder, permissions: 0o700)
      let path = "\(folder)/key-\(slug)"
      // Who holds the lock is pressing this key.
      guard let lock = try FileLock.acquire(path, timeout: .zero) else { return false }
      let status = try lock.status()
      let last = Double(status.modified) / 1e9
      // A file without a byte was made for this lock, and tells of no press.
      try lock.resize(to: 1)
      try lock.touch(nanoseconds: now.nanoseconds)
      // A press that read the clock before another may get the lock after it. A time that lies
      // further ahead was noted before the clock was set back.
      return status.size == 0 || abs(now.timeIntervalSince1970 - last) >= window / .seconds(1)
    } catch {
      throw .debounceUnavailable(error)
    }
  }
}

extension Date {
  fileprivate var nanoseconds: Int64 { Int64(timeIntervalSince1970 * 1e9) }
}
