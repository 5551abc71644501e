/// Which folder holds the records, and what chose it.
struct StoreChoice: Sendable, Equatable {
  /// What can choose the folder; the first that does counts.
  enum Chooser: String, Sendable {
    case flag = "--store"
    case environment = "MINUTA_STORE"
    case settings
    case standard = "default"
  }

  /// Absolute.
  let path: String
  let chooser: Chooser

  init(path: String, chooser: Chooser) {
    (self.path, self.chooser) = (path, chooser)
  }

  /// Makes the choice.
  ///
  /// - Parameter flag: what `--store` names.
  init(flag: String?, settings: Settings, _ surroundings: Surroundings) throws(UsageError) {
    // A key binding and a shell would not mean the same folder by a relative path.
    let named = surroundings.environment["MINUTA_STORE"] ?? ""
    if let flag {
      if flag.isEmpty { throw .emptyStorePath }
      (path, chooser) = (try surroundings.absolute(flag), .flag)
    } else if !named.isEmpty {
      guard named.hasPrefix("/") || named.hasPrefix("~") else { throw .relativeStorePath(named) }
      (path, chooser) = (try surroundings.absolute(named), .environment)
    } else if let store = settings.store {
      (path, chooser) = (try surroundings.absolute(store), .settings)
    } else {
      (path, chooser) = ("\(surroundings.home)/Documents/Minuta", .standard)
    }
  }
}
