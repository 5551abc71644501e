import Foundation
import JSONText
import MinutaCore
import SystemCalls

/// Where the traces of batches and workflows lie: a file of JSON Lines each, the oldest of which go.
struct TraceDirectory {
  let path: String

  /// The most traces that are kept.
  private static let limit = 100

  /// - Parameter stateFolder: the user's folder for what outlives the program.
  init(stateFolder: String) {
    path = "\(stateFolder)/traces"
  }

  /// The ids of the traces, the oldest first.
  func ids() throws(SystemError) -> [String] {
    (try Directory.names(in: path) ?? []).filter { $0.hasSuffix(Self.suffix) }
      .map { String($0.dropLast(Self.suffix.count)) }
  }

  func file(of id: String) -> String { "\(path)/\(id)\(Self.suffix)" }

  /// The id of a trace that is begun: its time in UTC to the millisecond, and something to tell it
  /// from others.
  func id(at now: Date, _ id: UUID, ofHook isTriggeredByHook: Bool = false) -> String {
    let digits = Timestamp.text(now).filter(\.isNumber)
    let fraction = now.timeIntervalSince1970 - now.timeIntervalSince1970.rounded(.down)
    let milliseconds = "\(1000 + Int(fraction * 1000))".dropFirst()
    let tail = isTriggeredByHook ? Self.hookSuffix : ""
    return "\(digits.prefix(8))-\(digits.dropFirst(8))\(milliseconds)-\(id.uuidString.prefix(4))"
      + tail
  }

  private static let hookSuffix = "-hook"

  /// The trace of an id, the last of a workflow, or of all that was asked for by somebody.
  private func id(_ word: String, among ids: [String]) -> String? {
    if word == "last" { return ids.last { !$0.hasSuffix(Self.hookSuffix) } }
    return ids.first { $0 == word } ?? ids.last { workflow(of: $0) == word }
  }

  /// The workflow that a trace is of; nil for that of a batch.
  private func workflow(of id: String) -> String? {
    let start = try? FileDescriptor(opening: file(of: id), for: .readingNoFollow)
      .read(at: 0, count: 4096)
    let line = start?.prefix { $0 != UInt8(ascii: "\n") } ?? []
    return (try? JSONValue(parsing: Array(line)))?["workflow"]?.string
  }

  /// A trace by its id, or by a word for the last of some, as far as it is written.
  func trace(_ word: String) throws(UsageError) -> Trace {
    let latest: [String]
    do throws(SystemError) {
      let ids = try ids()
      if let id = id(word, among: ids) {
        let file = try FileDescriptor(opening: file(of: id), for: .readingNoFollow)
        return Trace(id: id, bytes: try file.readAll(limit: 64 << 20))
      }
      latest = Array(ids.suffix(5))
    } catch {
      throw .unreadableFile(error.path ?? path, reason: error.reason)
    }
    throw .traceNotFound(word, latest: latest)
  }

  /// Makes the folder, and room for one more trace of its kind; one that is being written stays.
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
