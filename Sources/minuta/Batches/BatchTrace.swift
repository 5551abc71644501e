import Foundation
import IntentKit
import JSONText
import MinutaCore
import SystemCalls

/// Notes what becomes of a batch while it runs, so that it can be looked up afterwards.
///
/// A trace is no part of the data: where it cannot be written, the batch goes on without.
final class BatchTrace {
  let id: String
  private let file: FileDescriptor
  /// Held while the batch runs, so that one that was interrupted is told from one that is not.
  private let lock: FileLock
  private let now: () -> Date
  private let start = ContinuousClock.now
  private var bytes: [UInt8] = []
  private var omitted = 0
  private var results = 0

  /// The most results of calls that succeeded, and then of any, that a trace has.
  private static let limit = (succeeded: 10_000, any: 20_000)
  private static let chunkSize = 1 << 14

  /// Begins a trace; nil where none can be written.
  ///
  /// - Parameter first: what tells the batch from others, the digest of its first call.
  init?(
    in folder: TraceFolder,
    id: String,
    of name: String,
    first: String?,
    now: @escaping () -> Date
  ) {
    self.now = now
    self.id = id
    do throws(SystemError) {
      try folder.makeRoom()
      let path = folder.file(of: id)
      file = try FileDescriptor(opening: path, for: .appendingOrCreating, permissions: 0o600)
      guard let lock = try FileLock.take(path, patience: .zero) else { return nil }
      self.lock = lock
    } catch {
      return nil
    }
    var head: JSONObject = ["trace": .string(id), "file": .string(name)]
    head["first"] = first.map { .string($0) }
    head["started"] = .string(Timestamp.text(now()))
    write(head)
    flush()
  }

  func note(_ result: BatchResult) {
    results += 1
    let limit = result.outcome.error == nil ? Self.limit.succeeded : Self.limit.any
    if results > limit {
      omitted += 1
      return
    }
    var json: JSONObject = [
      "index": .number(JSONNumber(result.index)), "intent": .string(result.intent),
      "status": .string(result.outcome.status), "milliseconds": Self.milliseconds(result.duration),
    ]
    json["error"] = result.outcome.error?.json
    write(json)
    if bytes.count > Self.chunkSize { flush() }
  }

  func end(_ summary: BatchSummary) {
    if omitted > 0 { write(["omitted": .number(JSONNumber(omitted))]) }
    write([
      "summary": summary.json["summary"] ?? .null, "ended": .string(Timestamp.text(now())),
      "milliseconds": Self.milliseconds(ContinuousClock.now - start),
    ])
    flush()
  }

  private static func milliseconds(_ duration: Duration) -> JSONValue {
    .number(JSONNumber(Int((duration / .milliseconds(1)).rounded())))
  }

  private func write(_ line: JSONObject) {
    bytes += JSONValue.object(line).bytes() + [UInt8(ascii: "\n")]
  }

  private func flush() {
    try? file.write(bytes)
    bytes = []
  }
}
