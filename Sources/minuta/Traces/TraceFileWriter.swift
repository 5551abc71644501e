import JSONText
import MinutaCore
import SystemCalls

/// The file of a trace while it is being written.
///
/// Traces are optional: a write error stops the trace, not the run.
struct TraceFileWriter: ~Copyable {
  private let file: FileDescriptor
  /// A lock that is held while the trace is written, which distinguishes a running trace from an
  /// interrupted one.
  private let lock: FileLock
  private var isBroken = false
  /// The size of the trace so far, in bytes.
  private(set) var size = 0

  /// The maximum length of a text in a trace, in characters.
  static let maximumTextLength = 1000

  private init(_ file: consuming FileDescriptor, _ lock: consuming FileLock) {
    self.file = file
    self.lock = lock
  }

  /// Creates a trace file with a header line; returns nil if it can't be written.
  static func begin(in folder: TraceDirectory, id: String, head: JSONObject) -> TraceFileWriter? {
    guard var file = try? open(in: folder, id: id) else { return nil }
    let name: JSONObject = ["trace": .string(id)]
    file.write([name.merging(head)])
    return file
  }

  private static func open(
    in folder: TraceDirectory,
    id: String
  ) throws(SystemError) -> TraceFileWriter? {
    try folder.makeRoom(for: id)
    let path = folder.file(of: id)
    let file = try FileDescriptor(opening: path, for: .appendingOrCreating, permissions: 0o600)
    guard let lock = try FileLock.acquire(path, timeout: .zero) else { return nil }
    return TraceFileWriter(file, lock)
  }

  mutating func write(_ lines: [JSONObject]) {
    let bytes = lines.flatMap { JSONValue.object($0).bytes() + [UInt8(ascii: "\n")] }
    if isBroken || bytes.isEmpty { return }
    do throws(SystemError) {
      try file.write(bytes)
      size += bytes.count
    } catch {
      // The write may have left a partial line, which would corrupt the next one, so stop writing.
      isBroken = true
    }
  }
}
