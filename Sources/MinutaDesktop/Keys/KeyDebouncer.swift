package import Foundation
package import IntentKit
import SystemCalls

/// Ignores repeated presses of a key.
///
/// Each press starts a new process, so the time of a key's last press is stored as the modification
/// time of the key's file. Ignored presses update that time too. A held key thus stays ignored
/// until it has been released for the length of the window.
package struct KeyDebouncer: Sendable {
  private let folder: String
  private let window: Duration

  /// Creates a debouncer.
  ///
  /// - Parameters:
  ///     - folder: a private folder for the files, created if it doesn't exist.
  ///     - window: the time that must pass after a press before the next one is accepted.
  package init(folder: String, window: Duration) {
    self.folder = folder
    self.window = window
  }

  /// Returns whether to handle a press of a key, and stores its time.
  ///
  /// A press is ignored if the previous one is too recent. Of several simultaneous presses, only
  /// one is handled.
  package func acceptsPress(_ slug: String, now: Date) throws(Failure) -> Bool {
    guard window > .zero else { return true }
    do throws(SystemError) {
      try Directory.make(folder, permissions: 0o700)
      let path = "\(folder)/key-\(slug)"
      // Another process holds the lock, so it is handling a press of the same key right now.
      guard let lock = try FileLock.acquire(path, timeout: .zero) else { return false }
      let status = try lock.status()
      let last = Double(status.modified) / 1e9
      // Acquiring the lock creates the file if it doesn't exist. An empty file thus means that
      // there was no press before; write a byte so that the next press finds a file that isn't
      // empty.
      try lock.resize(to: 1)
      try lock.touch(nanoseconds: now.nanoseconds)
      // The last press may be slightly in the future, if a process that read the clock earlier gets
      // the lock later. If it is further in the future, the clock was set back, so handle the
      // press.
      return status.size == 0 || abs(now.timeIntervalSince1970 - last) >= window / .seconds(1)
    } catch {
      throw .debounceUnavailable(error)
    }
  }
}

extension Date {
  fileprivate var nanoseconds: Int64 { Int64(timeIntervalSince1970 * 1e9) }
}
