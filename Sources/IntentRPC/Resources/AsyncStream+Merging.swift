extension AsyncStream<Void> {
  /// Returns a stream with the events of several streams, which ends when one of them ends.
  public static func merging(_ streams: [AsyncStream<Void>]) -> AsyncStream<Void> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { output in
      let listening = streams.map { stream in
        Task {
          for await _ in stream { output.yield() }
          output.finish()
        }
      }
      output.onTermination = { _ in
        for task in listening { task.cancel() }
      }
    }
  }
}
