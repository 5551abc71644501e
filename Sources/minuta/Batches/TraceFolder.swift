import Foundation
import JSONText
import MinutaCore
import SystemCalls

/// Where the traces of batches lie: a file of JSON Lines each, the oldest of which go.
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

  /// The id of a trace that is begun: its time in UTC, and something to tell it from others.
  func id(at now: Date, _ id: UUID) -> String {
    let digits = Timestamp.text(now).filter(\.isNumber)
    return "\(digits.prefix(8))-\(digits.dropFirst(8))-\(id.uuidString.prefix(4))"
  }

  /// The trace of another batch with a first call that is still being run.
  func running(first: String, except own: String?) throws(SystemError) -> String? {
    for id in try ids().reversed() where id != own {
      guard try FileLock.take(file(of: id), patience: .zero) == nil else { continue }
      let head = try FileDescriptor(opening: file(of: id), for: .readingInPlace)
        .read(at: 0, count: 4096)
      let line = head.prefix { $0 != UInt8(ascii: "\n") }
      if (try? JSONValue(parsing: Array(line)))?["first"]?.string == first { return id }
    }
    return nil
  }

  /// Makes the folder, and room for one more trace.
  func makeRoom() throws(SystemError) {
    try Folder.make(path, permissions: 0o700)
    for id in try ids().dropLast(Self.limit - 1) { try? Folder.unlink(file(of: id)) }
  }

  private static let suffix = ".jsonl"
}
