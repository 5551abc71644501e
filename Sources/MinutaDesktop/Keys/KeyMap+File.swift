import SystemCalls

extension KeyMap {
  /// The most bytes that a key map may have.
  private static let limit = 1 << 20

  /// Reads the key map of a user.
  ///
  /// A map that somebody else can change would run what they like at the press of a key, so it is
  /// refused; where the path leads over links, what they lead to is looked at as well.
  ///
  /// - Parameter home: the user's home, above which folders are not looked at.
  package static func load(_ file: String, home: String) throws(DesktopError) -> KeyMap {
    let found = try mappingErrors(file) { () throws(SystemError) in
      try FileOwnershipChecker.read(file, limit: limit, home: home)
    }
    if let untrustedPath = found.untrustedPath {
      throw .insecureKeyMap(file, untrustedPath: untrustedPath)
    }
    return try KeyMap(parsing: found.bytes, file: file)
  }

  private static func mappingErrors<Result>(
    _ file: String,
    _ body: () throws(SystemError) -> Result
  ) throws(DesktopError) -> Result {
    do throws(SystemError) {
      return try body()
    } catch {
      let isMissing = error.isMissing
      throw isMissing ? .keyMapNotFound(file) : .unreadableKeyMap(file, error)
    }
  }
}
