public import Foundation
public import IntentKit
import SystemCalls

/// Notifies a server at moments when the results of its intents may have changed.
public struct ChangeEventSource: Sendable {
  let now: @Sendable () -> Date
  let timeZone: TimeZone
  package let ticks: @Sendable () throws -> [AsyncStream<Void>]

  /// Creates a change source.
  ///
  /// - Parameters:
  ///   - now: the clock that the intents use.
  ///   - timeZone: the time zone that determines when a day begins.
  ///   - ticks: returns streams with an event each time something may have changed, including at
  ///     the start of a day. Called only while a client is subscribed.
  public init(
    now: @escaping @Sendable () -> Date,
    timeZone: TimeZone,
    ticks: @escaping @Sendable () throws -> [AsyncStream<Void>]
  ) {
    self.now = now
    self.timeZone = timeZone
    self.ticks = ticks
  }

  /// Returns a stream with an event after each change of files in a directory, by any process.
  ///
  /// The directory may not exist yet. Several changes at once cause one event. The stream ends early
  /// if the system stops reporting changes. Watching stops when the stream is released.
  ///
  /// - Parameters:
  ///   - directory: the directory's absolute path, without symbolic links.
  ///   - isRelevant: returns whether to report changes of a path, given relative to the directory.
  ///     An irrelevant subdirectory is not watched.
  /// - Throws: an error with the code `liveChangesUnavailable` if the system can't watch the
  ///   directory.
  public static func changes(
    in directory: String,
    where isRelevant: @escaping @Sendable (_ path: String, _ isDirectory: Bool) -> Bool
  ) throws(Failure) -> AsyncStream<Void> {
    do throws(SystemError) {
      return try DirectoryWatcher.shared.stream(
        of: directory,
        reportsEveryWrite: true,
        isRelevant: isRelevant
      )
    } catch {
      throw error.liveChangesUnavailable(in: directory)
    }
  }
}
