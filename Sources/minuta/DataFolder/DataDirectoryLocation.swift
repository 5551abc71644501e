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
      (path, source) = (Self.standardPath(environment), .standard)
    }
  }

  /// Returns the default folder: at a first start it is in the documents folder of xdg-user-dirs,
  /// and where a user had data, it stays.
  private static func standardPath(_ environment: Environment) -> String {
    let usual = usualPath(environment)
    if usual.isExistingFile { return usual }
    let registry = DataDirectoryRegistryFile(folder: environment.stateFolder)
    let isNew = (try? registry.isRegistered(usual)) == false
    return registry.standardPath ?? (isNew ? environment.documents.map { "\($0)/Minuta" } : nil)
      ?? usual
  }

  static func usualPath(_ environment: Environment) -> String {
    "\(environment.home)/Documents/Minuta"
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

extension Environment {
  /// The documents folder in the file of xdg-user-dirs; nil if it names none, or the home folder.
  ///
  /// A variable isn't used, because a key may have other variables than a shell.
  fileprivate var documents: String? {
    let file = baseFolder("XDG_CONFIG_HOME", ".config") + "/user-dirs.dirs"
    let bytes = (try? FileDescriptor.contents(of: file, limit: 1 << 16)) ?? []
    let line = /^[ \t]*XDG_DOCUMENTS_DIR[ \t]*=[ \t]*"(\$HOME)?(\/(?:[^"\\\n]|\\.)+)"/
    let matches = String(decoding: bytes, as: UTF8.self).matches(of: line.anchorsMatchLineEndings())
    return matches.last.flatMap { match in
      try? absolute((match.1 == nil ? "" : home) + match.2.replacing(/\\(.)/) { $0.1 })
    }
  }
}

extension String {
  /// Whether the path names something that exists.
  var isExistingFile: Bool { (try? FileStatus.of(self, following: false)).flatMap(\.self) != nil }
}
