import Foundation
import SystemCalls

/// Tells when a file is changed, whoever changes it.
struct FileWatch: Sendable {
  /// How long the first change of several waits for the others.
  private static let stretch = Duration.milliseconds(15)

  /// Absolute, without links.
  let path: String

  /// The changes from here on; several at once are told as one.
  ///
  /// Nothing is watched once nobody listens.
  func changes() throws(HabitsError) -> AsyncStream<Void> {
    let name = path.utf8.split(separator: UInt8(ascii: "/")).last.map { String($0) }
    let watch: FolderWatch
    do throws(SystemError) {
      watch = try FolderWatch(Folder.parent(of: path) ?? "/") { found, isFolder in
        !isFolder && found == name
      }
    } catch {
      throw .fileUnwatchable(path: path, reason: error.reason)
    }
    let (stream, listener) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    listener.onTermination = { _ in watch.end() }
    // It waits in the kernel, where no thread of the concurrency pool may.
    Thread.detachNewThread {
      var watch = watch
      while let isChange = try? watch.waitForChange(joining: Self.stretch), isChange {
        listener.yield()
      }
      listener.finish()
    }
    return stream
  }
}
