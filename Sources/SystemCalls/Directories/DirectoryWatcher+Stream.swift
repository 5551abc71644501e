extension DirectoryWatcher {
  /// The time to wait for further changes after the first one, so that a burst is reported once.
  private static let coalescingInterval = Duration.milliseconds(15)

  /// Returns a stream with one element per burst of changes.
  ///
  /// The stream finishes early if watching fails. Watching stops when the consumer stops iterating.
  package func stream() throws(SystemError) -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    continuation.onTermination = { _ in end() }
    // Wait on a separate thread: waiting blocks, and Swift's concurrency pool has few threads.
    try SystemThread.start {
      var watch = self
      while (try? watch.waitForChange(coalescing: Self.coalescingInterval)) == true {
        continuation.yield()
      }
      continuation.finish()
    }
    return stream
  }
}
