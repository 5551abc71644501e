import Glibc

/// The purpose for which a file is opened, which determines the flags of open(2).
package enum FileOpenMode: Sendable {
  /// Reads a file; follows symbolic links, and waits until a named pipe has a writer.
  case reading
  /// Reads a file; follows symbolic links, but doesn't wait for the writer of a named pipe.
  case readingNonBlocking
  /// Reads a file; follows no symbolic link, and doesn't wait for the writer of a named pipe.
  case readingNoFollow
  /// Empties a file and writes new content; creates the file if missing.
  case replacing
  /// Overwrites parts of a file without emptying it first; creates the file if missing.
  case overwriting
  /// Creates a file that must not exist yet.
  case creating
  /// Appends to an existing file.
  case appending
  /// Appends to a file; creates it if missing.
  case appendingOrCreating
  /// Writes to a device that discards its input, such as /dev/null.
  case discarding
  /// Opens a file to lock it; creates the file if missing.
  case locking
  /// Opens an existing file for writing, to truncate or flush it.
  case truncating
  /// Opens a directory, to flush it for example.
  case directory
  /// Opens a path only to get its status or to resolve names relative to it (`O_PATH`).
  case pathOnly

  /// The flags for open(2).
  ///
  /// Of the reading modes, only `reading` may block until a named pipe has a writer.
  var flags: CInt {
    switch self {
    case .reading: O_RDONLY
    case .readingNonBlocking: O_RDONLY | O_NONBLOCK
    case .readingNoFollow: O_RDONLY | O_NOFOLLOW | O_NONBLOCK
    case .replacing: O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_NONBLOCK
    case .overwriting: O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK
    case .creating: O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW
    case .appending: O_WRONLY | O_APPEND | O_NOFOLLOW | O_NONBLOCK
    case .appendingOrCreating: O_WRONLY | O_APPEND | O_CREAT | O_NONBLOCK
    case .discarding: O_WRONLY | O_APPEND
    case .locking: O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK
    case .truncating: O_RDWR | O_NOFOLLOW | O_NONBLOCK
    case .directory: O_RDONLY | O_DIRECTORY
    case .pathOnly: Self.openPathFlag | O_NOFOLLOW
    }
  }

  /// The value of `O_PATH` of open(2), which <fcntl.h> hides unless _GNU_SOURCE is defined.
  static let openPathFlag: CInt = 0o10_000_000

  /// Whether opening a pipe, device or directory fails.
  var needsRegularFile: Bool {
    switch self {
    case .replacing, .overwriting, .appending, .appendingOrCreating, .locking, .truncating: true
    case .reading, .readingNonBlocking, .readingNoFollow, .creating, .discarding, .directory,
      .pathOnly:
      false
    }
  }
}
