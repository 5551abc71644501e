import JSONText
import MinutaStore

/// Does what `minuta storage` is asked for.
struct StorageActions {
  let storage: StorageConfiguration
  let environment: Environment
  /// Whether nothing may change.
  let isDryRun: Bool

  /// Tells of the folder as it is.
  func show() throws -> StorageCommandResult {
    StorageCommandResult(report: try report(of: storage.location))
  }

  /// Makes a folder the one of the records from now on.
  func choose(_ path: String) throws -> StorageCommandResult {
    var settings = storage.settings
    settings.store = path
    let report = try report(of: DataDirectoryLocation(path: path, source: .settings))
    if let refusal = report.refusal { throw UsageError.unusableFolder(path, why: refusal) }
    if !isDryRun {
      try settings.save()
      // What was written by `--store`, or elsewhere, is data that can be missed as well.
      if case .store = report.survey.state { try storage.memory.register(path) }
    }
    return try StorageCommandResult(
      report: report,
      action: "\(isDryRun ? "Would choose" : "Chose") '\(path)'.",
      isPlanned: isDryRun,
      overridingLocation: overridingLocation(settings)
    )
  }

  /// Takes the choice in the settings back.
  func reset() throws -> StorageCommandResult {
    var settings = storage.settings
    settings.store = nil
    let hadChoice = storage.settings.store != nil
    if hadChoice, !isDryRun { try settings.save() }
    let choice = try DataDirectoryLocation(flag: nil, settings: settings, environment)
    let action =
      isDryRun
      ? "Would take the choice back; it would be '\(choice.path)'."
      : "Took the choice back; it is '\(choice.path)' now."
    return StorageCommandResult(
      report: try report(of: choice),
      action: hadChoice ? action : "None was chosen.",
      isPlanned: isDryRun && hadChoice
    )
  }

  /// Forgets that there was data where none is now.
  func begin() throws -> StorageCommandResult {
    let path = storage.location.path
    let before = try report(of: storage.location)
    guard before.survey.state == .gone else {
      if let refusal = before.refusal { throw UsageError.unusableFolder(path, why: refusal) }
      return StorageCommandResult(report: before, action: "No data is missed in '\(path)'.")
    }
    if isDryRun {
      return StorageCommandResult(report: before, action: begun(path), isPlanned: true)
    }
    try storage.memory.forget(path)
    return StorageCommandResult(report: try report(of: storage.location), action: begun(path))
  }

  private func begun(_ path: String) -> String {
    isDryRun
      ? "Would forget that data was in '\(path)'; the next record would begin anew."
      : "Forgot that data was in '\(path)'; the next record begins anew."
  }

  /// What counts before the settings, where something does.
  private func overridingLocation(_ settings: Settings) throws -> DataDirectoryLocation? {
    let choice = try DataDirectoryLocation(flag: nil, settings: settings, environment)
    return choice.source == .settings ? nil : choice
  }

  private func report(of choice: DataDirectoryLocation) throws -> StorageReport {
    StorageReport(
      path: choice.path,
      source: choice.source,
      survey: try DataDirectoryStatus(
        path: choice.path,
        machine: storage.machine,
        registry: storage.memory
      ),
      settings: storage.settings.file
    )
  }
}
