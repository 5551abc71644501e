import IntentKit
import SystemCalls

/// The path of the data folder and the source that chose it.
struct DataDirectoryLocation: Sendable, Equatable {
  /// The sources that can choose the folder, in order of precedence.
  enum Source: String, Sendable {
    case flag = "--store"
    case environment = "MINUTA_STORE"
    case settings
    case standard = "default"
  }

  /// The absolute path of the data folder.
  let path: String
  let source: Source

  init(path: String, source: Source) {
    (self.path, self.source) = (path, source)
  }

  /// Resolves the location.
  ///
  /// - Parameter flag: the value of `--store`.
  init(flag: String?, settings: Settings, _ environment: Environment) throws(Failure) {
    // `MINUTA_STORE` can't be a relative path: its meaning would depend on the current directory,
    // which differs between shells and hotkeys.
    let named = environment.variables["MINUTA_STORE"] ?? ""
    if let flag {
      if flag.isEmpty { throw .emptyPath(flag: "--store") }
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

  /// Returns the data folder that commands must name which another program runs, such as a window
  /// manager, whose environment may differ; nil for that of the settings.
  static func named(
    by global: GlobalFlags,
    _ environment: Environment
  ) throws(Failure) -> String? {
    let location = try Self(flag: global.store, settings: Settings(file: ""), environment)
    return [.flag, .environment].contains(location.source) ? location.path : nil
  }
}
