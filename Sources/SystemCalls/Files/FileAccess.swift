import Glibc

/// The purpose for which a file is opened; determines the flags of open(2).
package enum FileAccess: Sendable {
  /// Reads; follows links and waits for a pipe's writer.
  case reading
  /// Reads; follows links but doesn't wait for a pipe's writer.
  case readingNonBlocking
  /// Reads; doesn't follow a link or wait for a pipe's writer.
  case readingNoFollow
  /// Truncates the file and writes; creates it if missing.
  case replacing
  /// Overwrites parts of the file without truncating it; creates it if missing.
  case overwriting
  /// Creates a file that must not exist yet.
  case creating
  /// Appends to an existing file.
  case appending
  /// Appends; creates the file if missing.
  case appendingOrCreating
  /// Writes to a device that discards its input, such as /dev/null.
  case discarding
  /// Locks the file; creates it if missing.
  case locking
  /// Truncates an existing file.
  case truncating
  /// Opens a directory, to flush it for example.
  case directory
  /// Gets the status of a file, or resolves names relative to a directory.
  case pathOnly

  /// The flags for open(2).
  ///
  /// Only `reading` may block until a pipe has a writer.
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

  /// `O_PATH` of open(2), hidden by <fcntl.h> unless _GNU_SOURCE is defined.
  private static let openPathFlag: CInt = 0o10_000_000

  /// Whether pipes, devices and directories are rejected.
  var needsRegularFile: Bool {
    switch self {
    case .replacing, .overwriting, .appending, .appendingOrCreating, .locking, .truncating: true
    case .reading, .readingNonBlocking, .readingNoFollow, .creating, .discarding, .directory,
      .pathOnly:
      false
    }
  }
}
