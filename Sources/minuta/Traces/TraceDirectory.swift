import Foundation
import IntentKit
import JSONText
import MinutaCore
import SystemCalls

/// The directory of the traces of workflow runs: one JSON Lines file each, with old ones deleted.
struct TraceDirectory {
  let path: String

  /// The maximum number of traces to keep; those of hooks are counted separately.
  private static let limit = 100

  /// Creates a value for the directory of traces without writing anything.
  ///
  /// - Parameter stateFolder: the user's state directory.
  init(stateFolder: String) {
    path = "\(stateFolder)/traces"
  }

  /// Returns the ids of the traces, oldest first.
  func ids() throws(SystemError) -> [String] {
    (try Directory.names(in: path) ?? []).filter { $0.hasSuffix(Self.suffix) }
      .map { String($0.dropLast(Self.suffix.count)) }
  }

  func file(of id: String) -> String { "\(path)/\(id)\(Self.suffix)" }

  /// Returns the id of a new trace: its UTC time in milliseconds and a random suffix.
  ///
  /// A trace of a hook is marked by a further suffix.
  func id(at now: Date, _ id: UUID, ofHook isTriggeredByHook: Bool = false) -> String {
    let digits = Timestamp.text(now).filter(\.isNumber)
    let fraction = now.timeIntervalSince1970 - now.timeIntervalSince1970.rounded(.down)
    let milliseconds = "\(1000 + Int(fraction * 1000))".dropFirst()
    let tail = isTriggeredByHook ? Self.hookSuffix : ""
    return "\(digits.prefix(8))-\(digits.dropFirst(8))\(milliseconds)-\(id.uuidString.prefix(4))"
      + tail
  }

  private static let hookSuffix = "-hook"

  /// Returns the id of a trace, given by that id, or by a workflow's id for the workflow's latest
  /// trace.
  ///
  /// The word `last` stands for the latest trace that isn't a hook's.
  private func id(_ word: String, among ids: [String]) -> String? {
    if word == "last" { return ids.last { !$0.hasSuffix(Self.hookSuffix) } }
    return ids.first { $0 == word } ?? ids.last { workflow(of: $0) == word }
  }

  /// Returns the id of the workflow that a trace records; nil if its first line is damaged.
  private func workflow(of id: String) -> String? {
    let start = try? FileDescriptor(opening: file(of: id), for: .readingNoFollow)
      .read(at: 0, count: 4096)
    let line = start?.prefix { $0 != UInt8(ascii: "\n") } ?? []
    return (try? JSONValue(parsing: Array(line)))?["workflow"]?.string
  }

  /// Reads a trace, given by its id, a workflow's id or `last`.
  func trace(_ word: String) throws(Failure) -> Trace {
    let latest: [String]
    do throws(SystemError) {
      let ids = try ids()
      if let id = id(word, among: ids) {
        // Check this before reading, so that a run that ends meanwhile isn't called interrupted.
        let isRunning = FileLock.isHeld(file(of: id))
        let file = try FileDescriptor(opening: file(of: id), for: .readingNoFollow)
        return Trace(id: id, isRunning: isRunning, bytes: try file.readAll(limit: 64 << 20))
      }
      latest = Array(ids.suffix(5))
    } catch {
      throw .unreadableFile(error.path ?? path, reason: error.reason)
    }
    throw .traceNotFound(word, latest: latest)
  }

  /// Creates the directory and deletes the oldest traces, so that a new one fits into the limit.
  ///
  /// Traces of hooks are counted separately. A trace that is being written isn't deleted.
  func makeRoom(for new: String) throws(SystemError) {
    try Directory.make(path, permissions: 0o700)
    let isTriggeredByHook = new.hasSuffix(Self.hookSuffix)
    let others = try ids().filter { $0.hasSuffix(Self.hookSuffix) == isTriggeredByHook }
    for id in others.dropLast(Self.limit - 1) where !FileLock.isHeld(file(of: id)) {
      try? Directory.unlink(file(of: id))
    }
  }

  private static let suffix = ".jsonl"
}
