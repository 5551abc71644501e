import Foundation
import IntentKit
import JSONText
import MinutaCore
import MinutaLog
import Synchronization
import SystemCalls

/// Writes the trace of a workflow run while it runs.
///
/// Traces are optional: a write error stops the trace, not the run.
final class TraceWriter: Sendable {
  private let id: String
  private let state: Mutex<TraceFile?>
  private let now: @Sendable () -> Date
  private let start = ContinuousClock.now

  /// The maximum length of a text in a trace, in characters.
  static let maximumTextLength = 1000

  /// Creates a trace file with a header line; nil if it can't be written.
  ///
  /// - Parameters:
  ///   - head: The members that name the workflow.
  init?(
    in folder: TraceDirectory,
    id: String,
    head: JSONObject,
    now: @escaping @Sendable () -> Date
  ) {
    guard let file = try? Self.open(in: folder, id: id) else { return nil }
    self.id = id
    self.now = now
    state = Mutex(file)
    var line: JSONObject = ["trace": .string(id)]
    line = line.merging(head)
    line["started"] = .string(Timestamp.text(now()))
    state.withLock { $0?.write(line) }
    AppLogger.intents.info("Run started", ["run": .text(id)])
  }

  private static func open(
    in folder: TraceDirectory,
    id: String
  ) throws(SystemError) -> TraceFile? {
    try folder.makeRoom(for: id)
    let path = folder.file(of: id)
    let file = try FileDescriptor(opening: path, for: .appendingOrCreating, permissions: 0o600)
    guard let lock = try FileLock.acquire(path, timeout: .zero) else { return nil }
    return TraceFile(file, holding: lock)
  }

  /// Appends a line, unless it exceeds the limits of the trace.
  func write(_ line: JSONObject) {
    state.withLock { $0?.writeWithinLimits(line) }
  }

  /// Appends the last line with the time and duration, and closes the trace.
  func end(_ line: JSONObject) {
    let duration = ContinuousClock.now - start
    var line = line
    line["ended"] = .string(Timestamp.text(now()))
    line["milliseconds"] = duration.inMilliseconds
    state.withLock { file in
      file?.end(line)
      file = nil
    }
    AppLogger.intents.info("Run ended", ["run": .text(id), "ms": .milliseconds(duration)])
  }
}

private struct TraceFile: ~Copyable {
  let file: FileDescriptor
  /// A lock that is held until the run ends.
  ///
  /// It distinguishes the trace of a run in progress from that of an interrupted run.
  let lock: FileLock
  private var isBroken = false
  private var size = 0
  private var omitted = 0

  /// The trace sizes in bytes above which lines without an error, or all lines, are omitted.
  private static let sizeLimit = (succeeded: 4 << 20, any: 8 << 20)

  init(_ file: consuming FileDescriptor, holding lock: consuming FileLock) {
    self.file = file
    self.lock = lock
  }

  mutating func writeWithinLimits(_ line: JSONObject) {
    let limit = line["error"] == nil ? Self.sizeLimit.succeeded : Self.sizeLimit.any
    if size > limit { omitted += 1 } else { write(line) }
  }

  mutating func end(_ line: JSONObject) {
    if omitted > 0 { write(["omitted": .number(JSONNumber(omitted))]) }
    write(line)
  }

  mutating func write(_ line: JSONObject) {
    if isBroken { return }
    let bytes = JSONValue.object(line).bytes() + [UInt8(ascii: "\n")]
    do throws(SystemError) {
      try file.write(bytes)
      size += bytes.count
    } catch {
      // The write may have left a partial line, which would corrupt the next one, so stop writing.
      isBroken = true
    }
  }
}
