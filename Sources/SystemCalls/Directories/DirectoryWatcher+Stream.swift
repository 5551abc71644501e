extension DirectoryWatcher {
  /// How long the first change of several waits for the others.
  private static let coalescingInterval = Duration.milliseconds(15)

  /// The changes from here on, several at once told as one.
  ///
  /// The stream ends early where the system stops telling; the watch ends once nobody listens.
  package func stream() -> AsyncStream<Void> {
    let (stream, listener) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    listener.onTermination = { _ in end() }
    // It waits in the kernel, where no thread of the concurrency pool may.
    let thread: Void? = try? SystemThread.start {
      var watch = self
      while (try? watch.waitForChange(coalescing: Self.coalescingInterval)) == true {
        listener.yield()
      }
      listener.finish()
    }
    if thread == nil { listener.finish() }
    return stream
  }
}
