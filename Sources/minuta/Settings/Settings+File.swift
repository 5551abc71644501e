import IntentKit
import JSONText
import SystemCalls

extension Settings {
  /// The size limit of the settings file in bytes.
  static let limit = 1 << 20

  /// Reads the user's settings; a missing file means no settings.
  ///
  /// Settings that another user can change are rejected, because they could redirect the user's
  /// records.
  init(of environment: Environment) throws(Failure) {
    if let bytes = try Self.content(of: environment) {
      try self.init(parsing: bytes, file: environment.settings)
    } else {
      self.init(file: environment.settings)
    }
  }

  /// Returns the content of the user's settings file; nil if it doesn't exist.
  static func content(of environment: Environment) throws(Failure) -> [UInt8]? {
    let file = environment.settings
    let found: (bytes: [UInt8], untrustedPath: String?)?
    do throws(SystemError) {
      found = try Self.found(file, home: environment.home)
    } catch {
      throw .unreadableSettings(file, reason: error.reason)
    }
    if let untrustedPath = found?.untrustedPath {
      throw .untrustedSettings(file, untrustedPath: untrustedPath)
    }
    return found?.bytes
  }

  /// Reads the settings file; returns nil if it doesn't exist.
  ///
  /// - Returns: The content. If another user could change the file or a directory above it, also
  ///   the path of that file or directory.
  private static func found(
    _ file: String,
    home: String
  ) throws(SystemError) -> (bytes: [UInt8], untrustedPath: String?)? {
    // A dangling symbolic link is an error and not a missing file, so don't follow links here.
    if try FileStatus.of(file, following: false) == nil { return nil }
    return try FileOwnershipChecker.read(file, limit: limit, home: home)
  }

  /// Writes the settings to their file, following a symbolic link.
  func save() throws(Failure) {
    try Self.write(JSONValue.object(json).bytes(.indented), to: file)
  }

  /// Writes the text of valid settings to their file, following a symbolic link.
  static func write(_ bytes: [UInt8], to file: String) throws(Failure) {
    let place = FileOwnershipChecker.resolvingLinks(file) ?? file
    do throws(SystemError) {
      try AtomicFileWriter.replace(place, with: bytes)
    } catch {
      throw .unwritableFile(error.path ?? place, reason: error.reason)
    }
  }
}

extension Environment {
  /// The path of the user's settings.
  var settings: String { "\(configurationFolder)/settings.json" }
}
