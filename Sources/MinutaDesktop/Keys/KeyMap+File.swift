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
  /// - Throws: `Failure` if the file can't be used, or for the first mistake in it.
  package static func load(_ file: String, home: String) throws(Failure) -> KeyMap {
    let (map, mistakes) = try read(file, home: home)
    if let first = mistakes.first { throw first }
    return map
  }

  /// Reads a key map and finds all mistakes in it.
  ///
  /// - Throws: `Failure` if the file can't be used.
  package static func read(
    _ file: String,
    home: String
  ) throws(Failure) -> (map: KeyMap, mistakes: [Failure]) {
    let found = try mappingErrors(file) { () throws(SystemError) in
      try FileOwnershipChecker.read(file, limit: limit, home: home)
    }
    if let untrustedPath = found.untrustedPath {
      throw .insecureKeyMap(file, untrustedPath: untrustedPath)
    }
    return parse(found.bytes, file: file)
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
