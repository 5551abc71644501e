import IntentKit
import MinutaStore
import SystemCalls

/// Shows the data folder, chooses another one, or starts a new one.
struct StorageCommand: Command {
  let name = "storage"
  let usage = "storage [PATH|--reset|--fresh]"
  let summary = "Show or choose the data folder"
  let group = "Setup"
  let examples = ["storage", "storage ~/Time"]
  var flags: [Flag] {
    [
      Flag("--reset", "Forget the folder chosen with PATH"),
      Flag("--fresh", "Start with an empty folder where data was before"),
    ]
  }
  var details: String {
    """
    The data folder is the first of these that is set: --store, the variable MINUTA_STORE, the \
    folder chosen with PATH, Minuta in your documents folder. PATH is saved in the settings; nothing \
    is moved or created.
    """
  }

  /// Shows or changes the data folder.
  private typealias Action = (_ storage: any StorageLocationService, _ isDryRun: Bool) throws
    -> StorageReport

  func run(_ words: CommandLineArguments, _ program: Program) async throws -> Int32 {
    let action = try action(words, program.environment)
    let storage = try StorageConfiguration(words.global, program.environment)
    let report = try action(storage, words.global.isDryRun)
    try report.print(on: Console(program.environment), asJSON: words.global.wantsJSON)
    return 0
  }

  private func action(
    _ words: CommandLineArguments,
    _ environment: Environment
  ) throws(Failure) -> Action {
    var actions: [(word: String, action: Action)] = []
    if let path = words.positionals.first {
      if path.isEmpty { throw .missingArgument("folder") }
      let folder = try environment.absolute(path).withoutParents
      actions.append((path, { try choose(folder, $0, isDryRun: $1) }))
    }
    if words.booleans["reset"] == true { actions.append(("--reset", reset)) }
    if words.booleans["fresh"] == true { actions.append(("--fresh", begin)) }
    if actions.count > 1 { throw .conflictingFlags(actions[0].word, actions[1].word) }
    switch actions.first {
    case ("--fresh", _)?, nil: break
    // `--store` applies to one command only, so it conflicts with a change to the settings.
    case (let word, _)?:
      if words.global.store != nil { throw .conflictingFlags("--store", word) }
    }
    return actions.first?.action ?? { storage, _ in try storage.report() }
  }

  /// Saves a folder in the settings as the data folder.
  func choose(
    _ path: String,
    _ storage: any StorageLocationService,
    isDryRun: Bool
  ) throws -> StorageReport {
    var report = try storage.report(
      on: DataDirectoryLocation(path: path, source: .settings),
      "\(isDryRun ? "Would choose" : "Chose") '\(path)' as the data folder.",
      isPlanned: isDryRun
    )
    if let refusal = report.refusal { throw Failure.unusableFolder(path, why: refusal) }
    if !isDryRun {
      try storage.choose(path)
      // Register a folder that already holds data, perhaps written by another machine, so that a
      // loss of the folder is noticed later.
      if case .store = report.survey.state { try storage.register(path) }
    }
    let location = try storage.location(choosing: path)
    if location.source != .settings { report.overridingLocation = location }
    return report
  }

  /// Removes the choice of a data folder from the settings, so that the default applies again.
  private func reset(
    _ storage: any StorageLocationService,
    isDryRun: Bool
  ) throws -> StorageReport {
    let hadChoice = storage.settings.store != nil
    if hadChoice, !isDryRun { try storage.choose(nil) }
    let location = try storage.location(choosing: nil)
    let sentence =
      isDryRun
      ? "Would remove the choice; the data folder would be '\(location.path)'."
      : "Removed the choice; the data folder is now '\(location.path)'."
    return try storage.report(
      on: location,
      hadChoice ? sentence : "No folder was chosen; nothing to reset.",
      isPlanned: isDryRun && hadChoice
    )
  }

  /// Removes a lost data folder from the registry, so that a new one may be created in its place.
  private func begin(
    _ storage: any StorageLocationService,
    isDryRun: Bool
  ) throws -> StorageReport {
    let path = storage.location.path
    let before = try storage.report("'\(path)' is complete; nothing to reset.")
    guard before.survey.state == .gone else {
      if let refusal = before.refusal { throw Failure.unusableFolder(path, why: refusal) }
      return before
    }
    if !isDryRun { try storage.forget(path) }
    let sentence =
      isDryRun
      ? "Would forget the data that was in '\(path)'; the next record would start a new data folder."
      : "Forgot the data that was in '\(path)'; the next record starts a new data folder."
    return try storage.report(sentence, isPlanned: isDryRun)
  }
}

extension StorageLocationService {
  /// Returns a report on the folder at `location`, or on the current data folder if `location` is
  /// nil.
  ///
  /// - Parameter action: what the command did, as a sentence; nil if it only shows the folder.
  fileprivate func report(
    on location: DataDirectoryLocation? = nil,
    _ action: String? = nil,
    isPlanned: Bool = false
  ) throws -> StorageReport {
    let location = location ?? self.location
    return StorageReport(
      path: location.path,
      source: location.source,
      survey: try status(of: location.path),
      settings: settings.file,
      action: action,
      isPlanned: isPlanned
    )
  }
}

extension String {
  /// The path with each `..` and the symbolic links before it resolved; unchanged if that fails.
  fileprivate var withoutParents: String {
    let parts = split(separator: "/")
    guard let last = parts.lastIndex(of: ".."),
      let base = FileOwnershipChecker.resolvingLinks("/" + parts[...last].joined(separator: "/"))
    else { return self }
    let names = base.split(separator: "/") + parts[(last + 1)...]
    return "/" + names.joined(separator: "/")
  }
}
