import Glibc

/// What a file is opened for.
package enum FileAccess: Sendable {
  /// Reading, over links, and waiting for the other end of a pipe.
  case reading
  /// Reading, over links, without waiting for the other end of a pipe.
  case readingNonBlocking
  /// Reading what stands under the name itself, without waiting for the other end of a pipe.
  case readingNoFollow
  /// Writing a new content; the file is made where it is missing.
  case replacing
  /// Writing over what is there, which stays otherwise; the file is made where it is missing.
  case overwriting
  /// Writing a file that must not be there yet.
  case creating
  /// Writing behind what is there.
  case appending
  /// Writing behind what is there; the file is made where it is missing.
  case appendingOrCreating
  /// Writing to a device that throws everything away.
  case discarding
  /// Holding a lock; the file is made where it is missing.
  case locking
  /// Cutting off.
  case truncating
  /// Flushing a folder.
  case directory
  /// Finding out what stands under a name, and opening names in it.
  case pathOnly

  /// Only the reading of other people's files may wait for the other end of a pipe.
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

  /// Whether a pipe, a device or a folder under the name is refused.
  var needsRegularFile: Bool {
    switch self {
    case .replacing, .overwriting, .appending, .appendingOrCreating, .locking, .truncating: true
    case .reading, .readingNonBlocking, .readingNoFollow, .creating, .discarding, .directory,
      .pathOnly:
      false
    }
  }
}
