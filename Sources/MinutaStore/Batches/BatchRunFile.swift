import JSONText
import SystemCalls

/// The file that records the progress of a batch run, which is a series of calls read from a file.
///
/// It is locked while the run is active and deleted when the run is complete.
///
/// Its first line is a header. If the batch continues after errors, one more line for each group of
/// calls lists the calls that failed.
package final class BatchRunFile {
  /// The facts about a batch run that are known before its first call.
  package struct Header: Sendable {
    let file: String
    let continuesOnError: Bool

    /// - Parameters:
    ///   - file: the name of the file that the batch is read from.
    ///   - continuesOnError: whether the batch continues after a failed call.
    package init(file: String, continuesOnError: Bool) {
      self.file = file
      self.continuesOnError = continuesOnError
    }
  }

  /// The parsed content of a batch run's progress file.
  struct Contents: Sendable {
    var run: String?
    var file = "a batch"
    var continuesOnError = false
    /// The index in the batch of the last call whose result was recorded; -1 if there is none.
    var last = -1
    var failed: Set<Int> = []
  }

  private let path: String
  private let lock: FileLock
  private let file: FileDescriptor
  private let continuesOnError: Bool
  private let createdFolders: [String]

  /// Creates or opens the progress file at `path`, locks it, and appends a header.
  ///
  /// - Parameter folders: the directories that were created for the file, outermost first.
  init(
    _ run: String,
    at path: String,
    createdFolders folders: [String],
    header: Header
  ) throws(SystemError) {
    self.path = path
    createdFolders = folders
    guard let lock = try FileLock.acquire(path, timeout: .seconds(1)) else { throw .locked(path) }
    self.lock = lock
    // Once any part of the run has continued after errors, record the results until the run ends.
    continuesOnError =
      try Self.contents(in: path)?.continuesOnError == true || header.continuesOnError
    file = try FileDescriptor(opening: path, for: .appending)
    // The last line may be incomplete if its writer was killed, so begin a new one.
    try file.write([UInt8(ascii: "\n")])
    try write([
      "run": .string(run), "file": .string(header.file),
      "continuesOnError": .bool(header.continuesOnError),
    ])
    try file.flush()
    try Directory.flush(Directory.parent(of: path) ?? "/")
  }

  /// Records the results of calls before they are reported to the caller.
  ///
  /// - Parameters:
  ///   - last: the index of the last call with a result.
  ///   - failed: the indices of the calls that failed.
  ///   - done: the indices of calls that failed in an earlier run and have now succeeded.
  package func append(last: Int, failed: [Int], done: [Int]) {
    if !continuesOnError { return }
    var line: JSONObject = ["to": .number(JSONNumber(last))]
    if !failed.isEmpty { line["failed"] = .array(failed.map { .number(JSONNumber($0)) }) }
    if !done.isEmpty { line["done"] = .array(done.map { .number(JSONNumber($0)) }) }
    // Ignore errors: without this line, a resumed run stops at the first call whose result is
    // unknown.
    try? write(line)
    if !failed.isEmpty { try? file.flush() }
  }

  private func write(_ line: JSONObject) throws(SystemError) {
    try file.write(JSONValue.object(line).bytes() + [UInt8(ascii: "\n")])
  }

  /// Deletes the file because the run is complete or another run replaces it.
  package func finish() {
    try? Directory.unlink(path)
    // If the batch wrote nothing, also delete the directories that were created for the file.
    let machine = Directory.parent(of: path).flatMap(Directory.parent) ?? "/"
    guard createdFolders.contains(machine), (try? Directory.names(in: machine))??.count == 1 else {
      return
    }
    for folder in createdFolders.reversed() { try? Directory.remove(folder) }
  }

  /// Parses the progress file at `path`; nil if it doesn't exist.
  static func contents(in path: String) throws(SystemError) -> Contents? {
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try FileDescriptor(opening: path, for: .readingNoFollow).readAll(limit: 256 << 20)
    } catch  where error.isMissing {
      return nil
    }
    var contents = Contents()
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      guard let json = try? JSONValue(parsing: Array(line)) else { continue }
      contents.run = json["run"]?.string ?? contents.run
      contents.file = json["file"]?.string ?? contents.file
      contents.continuesOnError =
        contents.continuesOnError || json["continuesOnError"]?.bool == true
      contents.last = max(contents.last, json["to"]?.integer ?? -1)
      contents.failed.formUnion(json["failed"]?.array?.compactMap(\.integer) ?? [])
      contents.failed.subtract(json["done"]?.array?.compactMap(\.integer) ?? [])
    }
    return contents
  }
}
