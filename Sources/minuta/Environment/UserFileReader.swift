import Glibc
import IntentKit
import MinutaCore
import MinutaIntents
import SystemCalls

/// Reads files that a call names by their path.
enum UserFileReader {
  /// Reads a regular file, following symbolic links.
  ///
  /// Other kinds of files aren't opened: opening a pipe may block, and opening a device may trigger
  /// it.
  ///
  /// - Parameters:
  ///   - path: the path from the user, which may be relative or begin with `~`.
  ///   - parameter: the parameter of the call that has the path.
  static func read(
    _ path: String,
    for parameter: String,
    _ environment: Environment
  ) throws(Failure) -> [UInt8] {
    let file = try environment.absolute(path)
    let content: [UInt8]?
    do throws(SystemError) {
      content = try self.content(of: file)
    } catch {
      throw error.code == EFBIG
        ? .fileTooLarge(path, for: parameter, limit: ImageFormat.limit)
        : .unreadableFile(path, for: parameter, reason: error.reason)
    }
    guard let content else { throw .notRegularFile(path, for: parameter) }
    return content
  }

  private static func content(of path: String) throws(SystemError) -> [UInt8]? {
    if let kind = try FileStatus.of(path)?.kind, kind != .regular { return nil }
    let file = try FileDescriptor(opening: path, for: .readingNonBlocking)
    guard try file.status().kind == .regular else { return nil }
    return try file.readAll(limit: ImageFormat.limit)
  }
}
