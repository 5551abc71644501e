import Glibc

/// A POSIX thread whose start throws an error if the system allows no more threads.
///
/// Foundation's `Thread` ignores that failure, so code that waits for the thread would wait
/// forever.
package struct SystemThread: Sendable {
  private final class Body: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) {
      self.run = run
    }
  }

  private let thread: pthread_t

  /// Starts a thread, which the caller must join or detach.
  private init(_ run: @escaping @Sendable () -> Void) throws(SystemError) {
    let body = Unmanaged.passRetained(Body(run))
    var thread = pthread_t()
    let code = pthread_create(
      &thread,
      nil,
      { argument in
        if let argument { Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run() }
        return nil
      },
      body.toOpaque()
    )
    if code != 0 {
      body.release()
      throw SystemError(call: "pthread_create", path: nil, code: code)
    }
    self.thread = thread
  }

  /// Starts a detached thread.
  package static func start(_ run: @escaping @Sendable () -> Void) throws(SystemError) {
    pthread_detach(try SystemThread(run).thread)
  }

  /// Runs a function on this thread and on up to `count - 1` others, and waits for all of them.
  ///
  /// - Returns: The error if a thread couldn't be started; the function then runs on fewer threads.
  @discardableResult
  package static func run(on count: Int, _ body: @Sendable () -> Void) -> SystemError? {
    withoutActuallyEscaping(body) { body in
      var others: [SystemThread] = []
      var failure: SystemError?
      do throws(SystemError) {
        for _ in 1..<max(count, 1) { others.append(try SystemThread(body)) }
      } catch {
        failure = error
      }
      body()
      for other in others { pthread_join(other.thread, nil) }
      return failure
    }
  }
}
