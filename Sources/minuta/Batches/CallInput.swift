import Foundation
import SystemCalls

/// Where calls are read from: a file, or standard input.
final class CallInput {
  /// As the user named it.
  let name: String
  /// Whether the calls are read as they come, and only once.
  let isStream: Bool
  /// Whether it is what the process was handed, and not a file that has a name.
  let isStandardInput: Bool
  private let file: FileDescriptor
  private let status: FileStatus
  /// Where the calls begin; somebody may have read what is before in standard input.
  private let start: Int

  /// Opens a file; `-` is standard input.
  ///
  /// What is no regular file is copied into a temporary one that has no name, unless it is read as
  /// a stream.
  init(_ path: String, isStream: Bool, temporaryFolder: String) throws(UsageError) {
    isStandardInput = path == "-"
    let name = isStandardInput ? "standard input" : path
    self.name = name
    self.isStream = isStream
    var spool = SpoolLimit()
    do throws(SystemError) {
      let given = try Self.open(path)
      let status = try given.status()
      if status.kind == .directory { throw .directory(path) }
      self.status = status
      if isStream || status.kind == .regular {
        start = isStream ? 0 : given.position
        file = given
      } else {
        start = 0
        file = try Self.spooled(given, in: temporaryFolder, &spool)
      }
    } catch {
      if let problem = spool.problem { throw .unreadableFile(name, reason: problem) }
      if error.isDirectory { throw .pathIsFolder(name) }
      throw error.path?.hasPrefix(Self.spool(in: temporaryFolder)) == true
        ? .unwritableFile(temporaryFolder, reason: error.reason)
        : .unreadableFile(name, reason: error.reason)
    }
  }

  private static func open(_ path: String) throws(SystemError) -> FileDescriptor {
    path == "-"
      ? try FileDescriptor(copying: 0, path: "standard input")
      : try FileDescriptor(opening: path, for: .reading)
  }

  private static func spooled(
    _ given: borrowing FileDescriptor,
    in folder: String,
    _ limit: inout SpoolLimit
  ) throws(SystemError) -> FileDescriptor {
    let path = spool(in: folder) + UUID().uuidString
    let file = try FileDescriptor(opening: path, for: .creating, permissions: 0o600)
    try Directory.unlink(path)
    while true {
      let bytes = try readOnce(given.number, path: nil, atMost: chunkSize)
      if bytes.isEmpty { return file }
      try limit.add(bytes)
      try file.write(bytes)
    }
  }

  /// How the temporary file is called, but for its end.
  private static func spool(in folder: String) -> String { "\(folder)/minuta-" }

  private static let chunkSize = 1 << 16

  /// The lines from the beginning, or from where a stream is.
  func lines() throws(UsageError) -> LineReader {
    if isStream { return LineReader { [self] _ throws(SystemError) in try next() } }
    try checkUnchanged()
    return LineReader { [self] offset throws(SystemError) in
      try file.read(at: start + offset, count: Self.chunkSize)
    }
  }

  private func next() throws(SystemError) -> [UInt8] {
    try readOnce(file.number, path: name, atMost: Self.chunkSize)
  }

  /// The whole content.
  ///
  /// - Parameter limit: in bytes.
  func content(limit: Int) throws(UsageError) -> [UInt8] {
    do throws(SystemError) {
      let size = max(0, try file.status().size - start)
      if size > limit { throw SystemError.tooLarge(name) }
      return try file.read(at: start, count: size)
    } catch  where error.isTooLarge {
      throw .unreadableFile(name, reason: "it is one JSON value of more than \(limit >> 20) MiB")
    } catch {
      throw .unreadableFile(name, reason: error.reason)
    }
  }

  /// Calls that were checked must be those that are done.
  private func checkUnchanged() throws(UsageError) {
    let now: FileStatus
    do throws(SystemError) {
      now = try file.status()
    } catch {
      throw .unreadableFile(name, reason: error.reason)
    }
    let isChanged = now.size != status.size || now.modified != status.modified
    if status.kind == .regular, isChanged {
      throw .unreadableFile(name, reason: "it was changed meanwhile")
    }
  }
}
