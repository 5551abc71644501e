import Foundation
import SystemCalls

extension PluginFolder {
  /// How long the first change of several waits for the others.
  private static let stretch = Duration.milliseconds(15)

  /// Tells when a manifest is written or removed, until nobody listens.
  func changes() throws(SystemError) -> AsyncStream<Void> {
    let watch = try FolderWatch(manifests) { path, isFolder in
      !isFolder && path.hasSuffix(".json")
    }
    let (stream, listener) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    listener.onTermination = { _ in watch.end() }
    // It waits in the kernel, where no thread of the concurrency pool may.
    Thread.detachNewThread {
      var watch = watch
      while (try? watch.waitForChange(joining: Self.stretch)) == true { listener.yield() }
      listener.finish()
    }
    return stream
  }
}
