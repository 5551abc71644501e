import Foundation
import MinutaCore
import SystemCalls

/// Where the traces of batches and workflows lie: a file of JSON Lines each, the oldest of which go.
struct TraceFolder {
  let path: String

  /// The most traces that are kept.
  private static let limit = 100

  /// - Parameter stateFolder: the user's folder for what outlives the program.
  init(stateFolder: String) {
    path = "\(stateFolder)/traces"
  }

  /// The ids of the traces, the oldest first.
  func ids() throws(SystemError) -> [String] {
    (try Folder.names(in: path) ?? []).filter { $0.hasSuffix(Self.suffix) }
      .map { String($0.dropLast(Self.suffix.count)) }
  }

  func file(of id: String) -> String { "\(path)/\(id)\(Self.suffix)" }

  /// The id of a trace that is begun: its time in UTC to the millisecond, and something to tell it
  /// from others.
  func id(at now: Date, _ id: UUID, ofHook isOfHook: Bool = false) -> String {
    let digits = Timestamp.text(now).filter(\.isNumber)
    let fraction = now.timeIntervalSince1970 - now.timeIntervalSince1970.rounded(.down)
    let milliseconds = "\(1000 + Int(fraction * 1000))".dropFirst()
    let tail = isOfHook ? Self.hookSuffix : ""
    return "\(digits.prefix(8))-\(digits.dropFirst(8))\(milliseconds)-\(id.uuidString.prefix(4))"
      + tail
  }

  private static let hookSuffix = "-hook"

  /// A trace by its id, or the last one of what was asked for, as far as it is written.
  func trace(_ word: String) throws(UsageError) -> Trace {
    let latest: [String]
    do throws(SystemError) {
      let ids = try ids()
      if let id = word == "last"
        ? ids.last(where: { !$0.hasSuffix(Self.hookSuffix) }) : ids.first(where: { $0 == word })
      {
        let file = try FileDescriptor(opening: file(of: id), for: .readingInPlace)
        return Trace(id: id, bytes: try file.readAll(limit: 64 << 20))
      }
      latest = Array(ids.suffix(5))
    } catch {
      throw .unreadableFile(error.path ?? path, reason: error.reason)
    }
    throw .noTrace(word, latest: latest)
  }

  /// Makes the folder, and room for one more trace; one that is being written stays.
  func makeRoom() throws(SystemError) {
    try Folder.make(path, permissions: 0o700)
    for id in try ids().dropLast(Self.limit - 1) where !FileLock.isHeld(file(of: id)) {
      try? Folder.unlink(file(of: id))
    }
  }

  private static let suffix = ".jsonl"
}
