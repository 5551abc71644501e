package import IntentKit
import SystemCalls

extension KeyMap {
  /// The maximum size of a key map in bytes.
  private static let limit = 1 << 20

  /// Loads a key map from a file.
  ///
  /// Rejects a file that another user can change, because that user could run any command when a
  /// key is pressed. The targets of symbolic links are checked too.
  ///
  /// - Parameter home: the user's home directory. Folders above it aren't checked.
  package static func load(_ file: String, home: String) throws(Failure) -> KeyMap {
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
  ) throws(Failure) -> Result {
    do throws(SystemError) {
      return try body()
    } catch {
      let isMissing = error.isMissing
      throw isMissing ? .keyMapNotFound(file) : .unreadableKeyMap(file, error)
    }
  }
}
