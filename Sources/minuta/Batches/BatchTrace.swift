import Foundation
import IntentKit
import JSONText
import MinutaCore
import SystemCalls

/// Notes what becomes of a batch while it runs, so that it can be looked up afterwards.
///
/// A trace is no part of the data: where it cannot be written, the batch goes on without.
final class BatchTrace {
  private let file: FileDescriptor
  /// Held while the batch runs, so that one that was interrupted is told from one that is not.
  private let lock: FileLock
  private let now: () -> Date
  private let start = ContinuousClock.now
  private var size = 0
  private var isBroken = false
  private var omitted = 0
  private var results = 0

  /// The most results of calls that succeeded.
  private static let resultLimit = 10_000
  /// The most bytes of results that succeeded, and then of any.
  private static let sizeLimit = (succeeded: 4 << 20, any: 8 << 20)

  /// The most characters of a text that may be of any length.
  private static let longest = 1000

  /// Begins a trace; nil where none can be written.
  init?(in folder: TraceFolder, id: String, of name: String, now: @escaping () -> Date) {
    self.now = now
    do throws(SystemError) {
      try folder.makeRoom()
      let path = folder.file(of: id)
      file = try FileDescriptor(opening: path, for: .appendingOrCreating, permissions: 0o600)
      guard let lock = try FileLock.take(path, patience: .zero) else { return nil }
      self.lock = lock
    } catch {
      return nil
    }
    write([
      [
        "trace": .string(id), "file": .string(name.shortened(to: Self.longest)),
        "started": .string(Timestamp.text(now())),
      ]
    ])
  }

  /// Writes results, before anybody is told of them.
  func note(_ results: [BatchResult]) {
    write(results.compactMap(line))
  }

  private func line(_ result: BatchResult) -> JSONObject? {
    results += 1
    let hasFailed = result.outcome.error != nil
    let limit = hasFailed ? Self.sizeLimit.any : Self.sizeLimit.succeeded
    if size > limit || !hasFailed && results > Self.resultLimit {
      omitted += 1
      return nil
    }
    var json: JSONObject = [
      "index": .number(JSONNumber(result.index)),
      "intent": .string(result.intent.shortened(to: Self.longest)),
      "status": .string(result.outcome.status), "milliseconds": Self.milliseconds(result.duration),
    ]
    json["error"] = result.outcome.error.map { error in
      ["code": .string(error.code), "message": .string(error.message.shortened(to: Self.longest))]
    }
    return json
  }

  func end(_ summary: BatchSummary) {
    var lines: [JSONObject] = []
    if omitted > 0 { lines.append(["omitted": .number(JSONNumber(omitted))]) }
    lines.append([
      "summary": summary.json["summary"] ?? .null, "ended": .string(Timestamp.text(now())),
      "milliseconds": Self.milliseconds(ContinuousClock.now - start),
    ])
    write(lines)
  }

  private static func milliseconds(_ duration: Duration) -> JSONValue {
    .number(JSONNumber(Int((duration / .milliseconds(1)).rounded())))
  }

  private func write(_ lines: [JSONObject]) {
    let bytes = lines.flatMap { JSONValue.object($0).bytes() + [UInt8(ascii: "\n")] }
    if isBroken || bytes.isEmpty { return }
    do throws(SystemError) {
      try file.write(bytes)
      size += bytes.count
    } catch {
      // What comes after half a line would be misread.
      isBroken = true
    }
  }
}
