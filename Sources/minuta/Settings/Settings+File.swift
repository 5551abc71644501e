import JSONText
import SystemCalls

extension Settings {
  /// The most bytes that the settings may have.
  private static let limit = 1 << 20

  /// Reads the settings of a user; where there is no file, none is made.
  ///
  /// Settings that somebody else can change would lead the user's records elsewhere, so they are
  /// refused.
  init(of environment: Environment) throws(UsageError) {
    let file = environment.settings
    let found: (bytes: [UInt8], untrustedPath: String?)?
    do throws(SystemError) {
      found = try Self.found(file, home: environment.home)
    } catch {
      throw .invalidSettings(file, .unreadable(reason: error.reason))
    }
    guard let found else {
      self.init(file: file)
      return
    }
    if let untrustedPath = found.untrustedPath {
      throw .invalidSettings(file, .foreign(untrustedPath: untrustedPath))
    }
    try self.init(parsing: found.bytes, file: file)
  }

  /// The content of the file, and what makes it not the user's own; nil where there is no file.
  private static func found(
    _ file: String,
    home: String
  ) throws(SystemError) -> (bytes: [UInt8], untrustedPath: String?)? {
    // A link that leads nowhere is no missing file.
    if try FileStatus.of(file, following: false) == nil { return nil }
    return try FileOwnershipChecker.read(file, limit: limit, home: home)
  }

  /// Writes the settings to their file, or to what a link there leads to.
  func save() throws(UsageError) {
    let place = FileOwnershipChecker.resolvingLinks(file) ?? file
    do throws(SystemError) {
      try AtomicFileWriter.replace(place, with: JSONValue.object(json).bytes(.indented))
    } catch {
      throw .unwritableFile(error.path ?? place, reason: error.reason)
    }
  }
}

extension Environment {
  /// The path of the user's settings.
  var settings: String { "\(configurationFolder)/settings.json" }
}
