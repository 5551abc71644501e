import Foundation
import SystemCalls

/// Where calls are read from: a file, or standard input.
final class CallInput {
  /// As the user named it.
  let name: String
  /// Whether the calls are read as they come, and only once.
  let isStream: Bool
  private let file: FileDescriptor
  private let status: FileStatus

  /// Opens a file; `-` is standard input.
  ///
  /// What is no regular file is copied into a temporary one that has no name, unless it is read as
  /// a stream.
  init(_ path: String, isStream: Bool, temporaryFolder: String) throws(UsageError) {
    let name = path == "-" ? "standard input" : path
    self.name = name
    self.isStream = isStream
    do throws(SystemError) {
      let given = try Self.open(path)
      let isRegular = try given.status().kind == .regular
      if !isStream, !isRegular {
        file = try Self.spooled(given, in: temporaryFolder)
      } else {
        file = given
      }
      status = try file.status()
    } catch {
      throw .unreadableFile(name, reason: error.reason)
    }
  }

  private static func open(_ path: String) throws(SystemError) -> FileDescriptor {
    path == "-"
      ? try FileDescriptor(copying: 0, path: "standard input")
      : try FileDescriptor(opening: path, for: .reading)
  }

  private static func spooled(
    _ given: borrowing FileDescriptor,
    in folder: String
  ) throws(SystemError) -> FileDescriptor {
    let path = "\(folder)/minuta-\(UUID().uuidString)"
    let file = try FileDescriptor(opening: path, for: .creating, permissions: 0o600)
    try Folder.unlink(path)
    while true {
      let bytes = try readOnce(given.number, path: nil, atMost: chunkSize)
      if bytes.isEmpty { return file }
      try file.write(bytes)
    }
  }

  private static let chunkSize = 1 << 16

  /// The lines from the beginning, or from where a stream is.
  func lines() throws(UsageError) -> LineReader {
    if isStream { return LineReader { [self] _ throws(SystemError) in try next() } }
    try checkUnchanged()
    return LineReader { [self] offset throws(SystemError) in
      try file.read(at: offset, count: Self.chunkSize)
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
      if status.size > limit { throw SystemError.tooLarge(name) }
      return try file.read(at: 0, count: status.size)
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
    if now.size != status.size || now.modified != status.modified {
      throw .unreadableFile(name, reason: "it was changed meanwhile")
    }
  }
}
