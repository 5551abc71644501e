import JSONText
import MinutaStore

/// Does what `minuta storage` is asked for.
struct StorageDesk {
  let storage: Storage
  let surroundings: Surroundings
  /// Whether nothing may change.
  let isDryRun: Bool

  /// Tells of the folder as it is.
  func show() throws -> StorageAnswer {
    StorageAnswer(report: try report(of: storage.choice))
  }

  /// Makes a folder the one of the records from now on.
  func choose(_ path: String) throws -> StorageAnswer {
    var settings = storage.settings
    settings.store = path
    let report = try report(of: StoreChoice(path: path, chooser: .settings))
    if let refusal = report.refusal { throw UsageError.unusableFolder(path, why: refusal) }
    if !isDryRun {
      try settings.save()
      // What was written by `--store`, or elsewhere, is data that can be missed as well.
      if case .store = report.survey.state { try storage.memory.remember(path) }
    }
    return try StorageAnswer(
      report: report,
      deed: "\(isDryRun ? "Would choose" : "Chose") '\(path)'.",
      isPlanned: isDryRun,
      overruling: overruling(settings)
    )
  }

  /// Takes the choice in the settings back.
  func reset() throws -> StorageAnswer {
    var settings = storage.settings
    settings.store = nil
    let hadChoice = storage.settings.store != nil
    if hadChoice, !isDryRun { try settings.save() }
    let choice = try StoreChoice(flag: nil, settings: settings, surroundings)
    let deed =
      isDryRun
      ? "Would take the choice back; it would be '\(choice.path)'."
      : "Took the choice back; it is '\(choice.path)' now."
    return StorageAnswer(
      report: try report(of: choice),
      deed: hadChoice ? deed : "None was chosen.",
      isPlanned: isDryRun && hadChoice
    )
  }

  /// Forgets that there was data where none is now.
  func begin() throws -> StorageAnswer {
    let path = storage.choice.path
    let before = try report(of: storage.choice)
    guard before.survey.state == .gone else {
      if let refusal = before.refusal { throw UsageError.unusableFolder(path, why: refusal) }
      return StorageAnswer(report: before, deed: "No data is missed in '\(path)'.")
    }
    if isDryRun { return StorageAnswer(report: before, deed: begun(path), isPlanned: true) }
    try storage.memory.forget(path)
    return StorageAnswer(report: try report(of: storage.choice), deed: begun(path))
  }

  private func begun(_ path: String) -> String {
    isDryRun
      ? "Would forget that data was in '\(path)'; the next record would begin anew."
      : "Forgot that data was in '\(path)'; the next record begins anew."
  }

  /// What counts before the settings, where something does.
  private func overruling(_ settings: Settings) throws -> StoreChoice? {
    let choice = try StoreChoice(flag: nil, settings: settings, surroundings)
    return choice.chooser == .settings ? nil : choice
  }

  private func report(of choice: StoreChoice) throws -> StorageReport {
    StorageReport(
      path: choice.path,
      chooser: choice.chooser,
      survey: try FolderSurvey(
        path: choice.path,
        machine: storage.machine,
        memory: storage.memory
      ),
      settings: storage.settings.file
    )
  }
}
