import Foundation
import IntentKit
import SystemCalls

/// The input that calls are read from: a file or standard input.
final class CallFileInput {
  /// The name of the input for messages: the path as the user wrote it, or `standard input`.
  let name: String
  /// Whether `--stream` is set: calls run as they arrive, and the input is read only once.
  let isStream: Bool
  /// Whether the input is standard input rather than a named file.
  let isStandardInput: Bool
  private let file: FileDescriptor
  private let status: FileStatus
  /// The offset at which reading starts.
  ///
  /// A parent process may have read a part of standard input already.
  private let start: Int

  /// Opens the file at `path`; `-` is standard input.
  ///
  /// A pipe or device can be read only once. It is copied to an unlinked temporary file, unless it
  /// is read as a stream.
  init(_ path: String, isStream: Bool, _ environment: Environment) throws(Failure) {
    let temporaryFolder = environment.temporaryFolder
    let copy = "\(temporaryFolder)/minuta-\(UUID().uuidString)"
    isStandardInput = path == "-"
    let name = isStandardInput ? "standard input" : path
    self.name = name
    self.isStream = isStream
    var limit = SpoolSizeLimiter()
    do throws(SystemError) {
      let source = try Self.open(path, environment)
      let status = try source.status()
      if status.kind == .directory { throw .directory(path) }
      self.status = status
      if isStream || status.kind == .regular {
        start = isStream ? 0 : source.position
        file = source
      } else {
        start = 0
        file = try Self.copyToTemporaryFile(source, at: copy, &limit)
      }
    } catch {
      if let problem = limit.problem { throw .unreadableFile(name, reason: problem) }
      if error.isDirectory { throw .pathIsFolder(name) }
      throw error.path == copy
        ? .unwritableFile(temporaryFolder, reason: error.reason)
        : .unreadableFile(name, reason: error.reason)
    }
  }

  private static func open(
    _ path: String,
    _ environment: Environment
  ) throws(SystemError) -> FileDescriptor {
    path == "-"
      ? try FileDescriptor(copying: environment.streams.input, path: "standard input")
      : try FileDescriptor(
        opening: path.hasPrefix("/") ? path : "\(environment.currentFolder)/\(path)",
        for: .reading
      )
  }

  private static func copyToTemporaryFile(
    _ source: borrowing FileDescriptor,
    at path: String,
    _ limit: inout SpoolSizeLimiter
  ) throws(SystemError) -> FileDescriptor {
    let file = try FileDescriptor(opening: path, for: .creating, permissions: 0o600)
    try Directory.unlink(path)
    while true {
      let bytes = try readOnce(source.number, path: nil, atMost: chunkSize)
      if bytes.isEmpty { return file }
      try limit.add(bytes)
      try file.write(bytes)
    }
  }

  private static let chunkSize = 1 << 16

  /// Returns a reader over the lines, from the beginning or from a stream's current position.
  func lines() throws(Failure) -> LineReader {
    if isStream { return LineReader { [self] _ throws(SystemError) in try next() } }
    try checkUnchanged()
    return LineReader { [self] offset throws(SystemError) in
      try file.read(at: start + offset, count: Self.chunkSize)
    }
  }

  private func next() throws(SystemError) -> [UInt8] {
    try readOnce(file.number, path: name, atMost: Self.chunkSize)
  }

  /// Reads the whole content.
  ///
  /// - Parameter limit: the size limit in bytes.
  func content(limit: Int) throws(Failure) -> [UInt8] {
    do throws(SystemError) {
      let size = max(0, try file.status().size - start)
      if size > limit { throw SystemError.tooLarge(name) }
      return try file.read(at: start, count: size)
    } catch  where error.isTooLarge {
      throw .unreadableFile(name, reason: "a single JSON value may have at most \(limit >> 20) MiB")
    } catch {
      throw .unreadableFile(name, reason: error.reason)
    }
  }

  /// Throws if the file changed after its calls were validated, so that no unvalidated call runs.
  private func checkUnchanged() throws(Failure) {
    let now: FileStatus
    do throws(SystemError) {
      now = try file.status()
    } catch {
      throw .unreadableFile(name, reason: error.reason)
    }
    let isChanged = now.size != status.size || now.modified != status.modified
    if status.kind == .regular, isChanged {
      throw .unreadableFile(name, reason: "it changed after it was checked")
    }
  }
}
