import SystemCalls

extension SystemError {
  /// The reason as part of a sentence; it names the owner of a file that only that user may use.
  var reasonWithOwner: String {
    guard isPermissionDenied, let path, let owner = Self.foreignOwner(of: path) else {
      return StoreError.system(self).reason
    }
    return "\(reason), since it belongs to \(User.called(owner)); 'minuta doctor' names the remedy"
  }

  /// The user that a file belongs to, or its folder where there is none, if that is another.
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
  /// A user's name in quotes, or the number where there is none.
  static func called(_ number: UInt32) -> String {
    name(of: number).map { "the user '\($0)'" } ?? "the user number \(number)"
  }
}
