import JSONText
import MinutaCore
import SystemCalls

/// The file of a trace while it is written.
///
/// A trace is no part of the data: where it cannot be written, what it tells of goes on without.
struct TraceFileWriter: ~Copyable {
  private let file: FileDescriptor
  /// Held while it is written, so that what was interrupted is told from what is not.
  private let lock: FileLock
  private var isBroken = false
  /// How many bytes it has.
  private(set) var size = 0

  /// The most characters of a text that may be of any length.
  static let longest = 1000

  private init(_ file: consuming FileDescriptor, _ lock: consuming FileLock) {
    self.file = file
    self.lock = lock
  }

  /// Begins a trace with a line about all of it; nil where none can be written.
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
      // What comes after half a line would be misread.
      isBroken = true
    }
  }
}
