import SystemCalls

extension KeyMap {
  /// The maximum size of a key map in bytes.
  private static let limit = 1 << 20

  /// Loads a key map.
  ///
  /// Another user who can change the key map could run any command with a key press, so such a key
  /// map is rejected. The check includes the targets of symbolic links.
  ///
  /// - Parameter home: the user's home directory. Folders above it aren't checked.
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
