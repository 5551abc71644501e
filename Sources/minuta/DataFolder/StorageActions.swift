import JSONText
import MinutaStore

/// Performs the actions of `minuta storage`.
struct StorageActions {
  let storage: StorageConfiguration
  let environment: Environment
  /// Whether this is a dry run, which changes nothing.
  let isDryRun: Bool

  /// Reports the current folder.
  func show() throws -> StorageCommandResult {
    StorageCommandResult(report: try report(of: storage.location))
  }

  /// Saves a folder in the settings as the data folder.
  func choose(_ path: String) throws -> StorageCommandResult {
    var settings = storage.settings
    settings.store = path
    let report = try report(of: DataDirectoryLocation(path: path, source: .settings))
    if let refusal = report.refusal { throw UsageError.unusableFolder(path, why: refusal) }
    if !isDryRun {
      try settings.save()
      // Register a folder that already holds data, perhaps written by another machine, so that its
      // loss is noticed later.
      if case .store = report.survey.state { try storage.registry.register(path) }
    }
    return try StorageCommandResult(
      report: report,
      action: "\(isDryRun ? "Would choose" : "Chose") '\(path)' as the data folder.",
      isPlanned: isDryRun,
      overridingLocation: overridingLocation(settings)
    )
  }

  /// Removes the choice of a data folder from the settings, so that the default applies again.
  func reset() throws -> StorageCommandResult {
    var settings = storage.settings
    settings.store = nil
    let hadChoice = storage.settings.store != nil
    if hadChoice, !isDryRun { try settings.save() }
    let location = try DataDirectoryLocation(flag: nil, settings: settings, environment)
    let action =
      isDryRun
      ? "Would remove the choice; the data folder would be '\(location.path)'."
      : "Removed the choice; the data folder is now '\(location.path)'."
    return StorageCommandResult(
      report: try report(of: location),
      action: hadChoice ? action : "No folder was chosen; nothing to reset.",
      isPlanned: isDryRun && hadChoice
    )
  }

  /// Removes a lost data folder from the registry, so that a new one may be created in its place.
  func begin() throws -> StorageCommandResult {
    let path = storage.location.path
    let before = try report(of: storage.location)
    guard before.survey.state == .gone else {
      if let refusal = before.refusal { throw UsageError.unusableFolder(path, why: refusal) }
      return StorageCommandResult(
        report: before,
        action: "'\(path)' is complete; nothing to reset."
      )
    }
    if isDryRun {
      return StorageCommandResult(report: before, action: resetSentence(path), isPlanned: true)
    }
    try storage.registry.forget(path)
    return StorageCommandResult(
      report: try report(of: storage.location),
      action: resetSentence(path)
    )
  }

  private func resetSentence(_ path: String) -> String {
    isDryRun
      ? "Would forget the data that was in '\(path)'; the next record would start a new data folder."
      : "Forgot the data that was in '\(path)'; the next record starts a new data folder."
  }

  /// Returns the location that takes precedence over the settings; nil if the settings apply.
  private func overridingLocation(_ settings: Settings) throws -> DataDirectoryLocation? {
    let location = try DataDirectoryLocation(flag: nil, settings: settings, environment)
    return location.source == .settings ? nil : location
  }

  private func report(of location: DataDirectoryLocation) throws -> StorageReport {
    StorageReport(
      path: location.path,
      source: location.source,
      survey: try DataDirectoryStatus(
        path: location.path,
        machine: storage.machine,
        registry: storage.registry
      ),
      settings: storage.settings.file
    )
  }
}
