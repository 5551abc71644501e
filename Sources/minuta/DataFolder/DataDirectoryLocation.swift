/// Which folder holds the records, and what chose it.
struct DataDirectoryLocation: Sendable, Equatable {
  /// What can choose the folder; the first that does counts.
  enum Source: String, Sendable {
    case flag = "--store"
    case environment = "MINUTA_STORE"
    case settings
    case standard = "default"
  }

  /// Absolute.
  let path: String
  let source: Source

  init(path: String, source: Source) {
    (self.path, self.source) = (path, source)
  }

  /// Makes the choice.
  ///
  /// - Parameter flag: what `--store` names.
  init(flag: String?, settings: Settings, _ environment: Environment) throws(UsageError) {
    // A key binding and a shell would not mean the same folder by a relative path.
    let named = environment.variables["MINUTA_STORE"] ?? ""
    if let flag {
      if flag.isEmpty { throw .emptyStorePath }
      (path, source) = (try environment.absolute(flag), .flag)
    } else if !named.isEmpty {
      guard named.hasPrefix("/") || named.hasPrefix("~") else { throw .relativeStorePath(named) }
      (path, source) = (try environment.absolute(named), .environment)
    } else if let store = settings.store {
      (path, source) = (try environment.absolute(store), .settings)
    } else {
      (path, source) = ("\(environment.home)/Documents/Minuta", .standard)
    }
  }
}
