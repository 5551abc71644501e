import SystemCalls

extension SystemError {
  /// The reason as a part of a sentence.
  ///
  /// It names the file's owner if permission is denied.
  var reasonWithOwner: String {
    guard isPermissionDenied, let path, let owner = Self.foreignOwner(of: path) else {
      return StoreError.system(self).reason
    }
    return
      "\(reason); it belongs to \(User.called(owner)) (run 'minuta doctor' to see how to fix it)"
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
