import Glibc
import MinutaCore
import MinutaIntents
import SystemCalls

/// Reads files that a call names by their path.
enum UserFileReader {
  /// Reads a regular file at a path from the user, which may be relative or begin with `~`.
  static func read(_ path: String, _ environment: Environment) throws -> [UInt8] {
    let file: String
    do throws(UsageError) {
      file = try environment.absolute(path)
    } catch {
      throw error.intentError
    }
    return try read(file)
  }

  /// Reads a regular file, following symbolic links.
  ///
  /// Other kinds of files aren't opened: opening a pipe may block, and opening a device may trigger
  /// it.
  static func read(_ path: String) throws(FileArgumentError) -> [UInt8] {
    let content: [UInt8]?
    do throws(SystemError) {
      content = try self.content(of: path)
    } catch {
      throw error.code == EFBIG
        ? .tooLarge(limit: ImageFormat.limit) : .unreadable(reason: error.reason)
    }
    guard let content else { throw .notRegular }
    return content
  }

  private static func content(of path: String) throws(SystemError) -> [UInt8]? {
    if let kind = try FileStatus.of(path)?.kind, kind != .regular { return nil }
    let file = try FileDescriptor(opening: path, for: .readingNonBlocking)
    guard try file.status().kind == .regular else { return nil }
    return try file.readAll(limit: ImageFormat.limit)
  }
}
