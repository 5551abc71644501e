import JSONText
import SystemCalls

/// The file of a run of a batch: held while it is at work, gone once all of it is done.
///
/// It is a head and a line for each group of calls where a failure does not end the batch, so that
/// those which failed are known afterwards.
package final class BatchRunFile {
  /// What is known of a run when it begins.
  package struct Header: Sendable {
    let file: String
    let continuesOnError: Bool

    /// - Parameters:
    ///   - file: what the batch is read from.
    ///   - continuesOnError: whether a failure leaves the rest to be done.
    package init(file: String, continuesOnError: Bool) {
      self.file = file
      self.continuesOnError = continuesOnError
    }
  }

  /// What was noted of a run.
  struct Contents: Sendable {
    var run: String?
    var file = "a batch"
    var continuesOnError = false
    /// The last call whose result was noted; -1 where none was.
    var last = -1
    var failed: Set<Int> = []
  }

  private let path: String
  private let lock: FileLock
  private let file: FileDescriptor
  private let continuesOnError: Bool
  private let createdFolders: [String]

  /// - Parameter folders: what had to be made for the file, from the top.
  init(
    _ run: String,
    at path: String,
    createdFolders folders: [String],
    head: Header
  ) throws(SystemError) {
    self.path = path
    createdFolders = folders
    guard let lock = try FileLock.acquire(path, timeout: .seconds(1)) else { throw .locked(path) }
    self.lock = lock
    // Where an earlier part of the run went on, what became of each call must be known to the end.
    continuesOnError =
      try Self.contents(in: path)?.continuesOnError == true || head.continuesOnError
    file = try FileDescriptor(opening: path, for: .appending)
    // The line before may not be whole.
    try file.write([UInt8(ascii: "\n")])
    try write([
      "run": .string(run), "file": .string(head.file), "continuesOnError": .bool(head.continuesOnError),
    ])
    try file.flush()
    try Directory.flush(Directory.parent(of: path) ?? "/")
  }

  /// Notes what became of calls, before anybody is told.
  ///
  /// - Parameters:
  ///   - done: those that failed in an earlier run and have been done now.
  package func append(last: Int, failed: [Int], done: [Int]) {
    if !continuesOnError { return }
    var line: JSONObject = ["to": .number(JSONNumber(last))]
    if !failed.isEmpty { line["failed"] = .array(failed.map { .number(JSONNumber($0)) }) }
    if !done.isEmpty { line["done"] = .array(done.map { .number(JSONNumber($0)) }) }
    // What is not noted is not known, and a run that is taken up stops there.
    try? write(line)
    if !failed.isEmpty { try? file.flush() }
  }

  private func write(_ line: JSONObject) throws(SystemError) {
    try file.write(JSONValue.object(line).bytes() + [UInt8(ascii: "\n")])
  }

  /// Ends the run with nothing left of it, or gives it up in favour of another.
  package func finish() {
    try? Directory.unlink(path)
    // Where nothing was written there is no store.
    let machine = Directory.parent(of: path).flatMap(Directory.parent) ?? "/"
    guard createdFolders.contains(machine), (try? Directory.names(in: machine))??.count == 1 else {
      return
    }
    for folder in createdFolders.reversed() { try? Directory.remove(folder) }
  }

  /// What a file says; nil where there is none.
  static func contents(in path: String) throws(SystemError) -> Contents? {
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try FileDescriptor(opening: path, for: .readingNoFollow).readAll(limit: 256 << 20)
    } catch  where error.isMissing {
      return nil
    }
    var notes = Contents()
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      guard let json = try? JSONValue(parsing: Array(line)) else { continue }
      notes.run = json["run"]?.string ?? notes.run
      notes.file = json["file"]?.string ?? notes.file
      notes.continuesOnError = notes.continuesOnError || json["continuesOnError"]?.bool == true
      notes.last = max(notes.last, json["to"]?.integer ?? -1)
      notes.failed.formUnion(json["failed"]?.array?.compactMap(\.integer) ?? [])
      notes.failed.subtract(json["done"]?.array?.compactMap(\.integer) ?? [])
    }
    return notes
  }
}
