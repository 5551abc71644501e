package import Foundation
import SystemCalls

/// Makes one press of a key that is held or pressed twice, across processes.
///
/// The time of a key's last press is that of its file. Every press moves it, so a held key is
/// deaf until it has been let go for the window.
package struct KeyDebounce: Sendable {
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
  package func admits(_ slug: String, now: Date) throws(DesktopError) -> Bool {
    guard window > .zero else { return true }
    do throws(SystemError) {
      try Folder.make(folder, permissions: 0o700)
      let path = "\(folder)/key-\(slug)"
      if try isFirst(path, now: now) { return true }
      // Who holds the lock is pressing this key.
      guard let lock = try FileLock.take(path, patience: .zero) else { return false }
      let last = Double(try lock.status().modified) / 1e9
      try lock.touch(nanoseconds: now.nanoseconds)
      // A press that read the clock before another may get the lock after it. A time that lies
      // further ahead was noted before the clock was set back.
      return abs(now.timeIntervalSince1970 - last) >= window / .seconds(1)
    } catch {
      throw .noDebounce(error)
    }
  }

  /// Whether the press is the first of all: of several at once, only one makes the file.
  private func isFirst(_ path: String, now: Date) throws(SystemError) -> Bool {
    do throws(SystemError) {
      try FileDescriptor(opening: path, for: .creating, permissions: 0o600)
        .touch(nanoseconds: now.nanoseconds)
      return true
    } catch  where error.isTaken {
      return false
    }
  }
}

extension Date {
  fileprivate var nanoseconds: Int64 { Int64(timeIntervalSince1970 * 1e9) }
}
