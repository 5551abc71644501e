import MinutaCore
import SystemCalls

extension TrackingError {
  /// Returns the error for data that the system doesn't let this user read.
  static func unreadable(_ error: SystemError, in root: String) -> TrackingError {
    let (reason, hasFix) = error.reasonWithOwner
    return .storeUnreadable(path: error.path ?? root, reason: reason, hasFix: hasFix)
  }

  /// Returns the error for data that the system doesn't let this user write.
  static func unwritable(_ error: SystemError, in root: String) -> TrackingError {
    let (reason, hasFix) = error.reasonWithOwner
    return .storeUnwritable(path: error.path ?? root, reason: reason, hasFix: hasFix)
  }
}

extension SystemError {
  /// The reason as a part of a sentence, with the file's owner if permission is denied because of
  /// that, which `doctor` shows how to fix.
  fileprivate var reasonWithOwner: (reason: String, hasFix: Bool) {
    guard isPermissionDenied, let path, let owner = Self.foreignOwner(of: path) else {
      return (StoreError.system(self).reason, false)
    }
    return ("\(reason); it belongs to \(User.called(owner))", true)
  }

  /// Returns the user ID of a file's owner, or of its directory's owner if the file is missing; nil
  /// for the current user.
  private static func foreignOwner(of path: String) -> UInt32? {
    for path in [path, Directory.parent(of: path)].compactMap({ $0 }) {
      if let owner = (try? FileStatus.of(path, following: false))??.owner {
        return owner == User.current ? nil : owner
      }
    }
    return nil
  }
}

extension User {
  /// Returns a description of a user by name, or by ID if the name is unknown.
  static func called(_ number: UInt32) -> String {
    name(of: number).map { "the user '\($0)'" } ?? "the user with ID \(number)"
  }
}
