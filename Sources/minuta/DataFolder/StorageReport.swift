import IntentKit
import JSONText
import MinutaCore
import MinutaStore
import SystemCalls

/// A report on the data folder, and on what `minuta storage` changed.
struct StorageReport {
  let path: String
  let source: DataDirectoryLocation.Source
  let survey: DataDirectoryStatus
  /// The path of the settings file.
  let settings: String
  /// The change as a sentence; nil if the folder was only shown.
  var action: String?
  /// Whether this is a dry run.
  var isPlanned = false
  /// The location that takes precedence over the new choice; nil if there is none.
  var overridingLocation: DataDirectoryLocation?

  /// Prints the report as text, or as one line of JSON.
  func print(on console: Console, asJSON: Bool) throws(Console.WriteError) {
    if asJSON { return try console.print(JSONValue.object(json).text()) }
    try console.print(sentences: lines.map(\.escapedForTerminal))
    if let overridingLocation {
      console.printError(
        "minuta: \(overridingLocation.source.rawValue) takes precedence; it is "
          + "'\(overridingLocation.path.escapedForTerminal)'."
      )
    }
    guard case .store(let content) = survey.state else { return }
    for file in content.skippedFiles {
      console.printError(
        "minuta: \(file.path.escapedForTerminal): \(file.reason.escapedForTerminal)"
      )
    }
  }

  /// The reason why the folder can't hold records, as a sentence; nil if it can.
  var refusal: String? {
    switch survey.state {
    case .notAFolder(path): return "'\(path)' is not a folder."
    case .notAFolder(let obstacle):
      return "Can't create '\(path)': '\(obstacle)' is not a folder."
    case .unreadable(let reason): return "Can't read '\(path)': \(reason)."
    case .noFolder, .deadLink, .gone, .empty, .otherThings, .store:
      guard let owner, !User.isRoot else { return nil }
      return "'\(path)' belongs to another user, \(owner). Choose a folder of your own."
    }
  }

  private var owner: String? {
    survey.foreignOwner.map { User.name(of: $0) ?? "number \($0)" }
  }

  /// The report as lines of text: first the change or, without one, the folder and the source that
  /// chose it; then the findings.
  private var lines: [String] {
    guard let action else { return ["\(path) (\(sourcePhrase))"] + findings }
    return [action + (isPlanned ? " \(Notice.dryRunNote)" : "")] + findings
  }

  private var sourcePhrase: String {
    switch source {
    case .flag, .environment: "chosen by \(source.rawValue)"
    case .settings: "chosen by \(settings)"
    case .standard: "the default"
    }
  }

  /// Sentences about the folder's state, and about its owner if that is another user.
  private var findings: [String] {
    [sentence] + (survey.state == .gone ? ["  minuta storage --fresh"] : [])
      + (owner.map { ["It belongs to another user, \($0)."] } ?? [])
  }

  private var sentence: String {
    switch survey.state {
    case .noFolder: "The folder doesn't exist yet; the first record creates it."
    case .deadLink: "It is a link to a missing folder."
    case .gone:
      "The data that was here is gone. Mount or restore the folder, or start empty."
    case .empty: "It is empty."
    case .otherThings: "It contains other files, but no Minuta data."
    case .store(let content): "It contains \(content.phrase)."
    case .notAFolder(path): "It is not a folder."
    case .notAFolder(let obstacle): "'\(obstacle)' in the path is not a folder."
    case .unreadable(let reason): "Can't read it: \(reason)."
    }
  }

  private var json: JSONObject {
    var json: JSONObject = [
      "path": .string(path), "chosenBy": .string(source.rawValue), "state": .string(state),
    ]
    switch survey.state {
    case .store(let content):
      json["records"] = .number(JSONNumber(content.records))
      json["tags"] = content.tags.map { .number(JSONNumber($0)) } ?? .null
      json["skippedFiles"] = .array(
        content.skippedFiles.map { ["file": .string($0.path), "reason": .string($0.reason)] }
      )
    case .notAFolder(let obstacle): json["obstacle"] = .string(obstacle)
    case .unreadable(let reason): json["reason"] = .string(reason)
    case .noFolder, .deadLink, .gone, .empty, .otherThings: break
    }
    json["owner"] = survey.foreignOwner.map { .string(User.name(of: $0) ?? "\($0)") }
    if isPlanned { json["planned"] = true }
    json["overriddenBy"] = overridingLocation.map { .string($0.source.rawValue) }
    return json
  }

  /// The stable name of the folder's state, for JSON.
  private var state: String {
    switch survey.state {
    case .noFolder: "noFolder"
    case .deadLink: "brokenLink"
    case .gone: "gone"
    case .empty: "empty"
    case .otherThings: "otherFiles"
    case .store: "store"
    case .notAFolder: "notAFolder"
    case .unreadable: "unreadable"
    }
  }
}

extension DataDirectoryStatus.StoreSummary {
  /// The folder's content as a phrase, such as `42 records and 5 tags; 1 file is skipped`.
  fileprivate var phrase: String {
    let tags = tags.map { $0.counted("tag") } ?? "unreadable tags"
    let rest =
      switch skippedFiles.count {
      case 0: ""
      case 1: "; 1 file is skipped"
      default: "; \(skippedFiles.count) files are skipped"
      }
    return "\(records.counted("record")) and \(tags)\(rest)"
  }
}
