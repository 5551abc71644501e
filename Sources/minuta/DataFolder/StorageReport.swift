import JSONText
import MinutaCore
import MinutaStore
import SystemCalls

/// What is told of the folder of the records.
struct StorageReport {
  let path: String
  let source: DataDirectoryLocation.Source
  let survey: DataDirectoryStatus
  /// The file of the settings.
  let settings: String

  /// What stands in the way of keeping records there, as one sentence; nil where nothing does.
  var refusal: String? {
    switch survey.state {
    case .notAFolder(path): return "'\(path)' is no folder."
    case .notAFolder(let obstacle):
      return "There can be no folder '\(path)', since '\(obstacle)' is none."
    case .unreadable(let reason): return "Cannot read '\(path)': \(reason)."
    case .noFolder, .deadLink, .gone, .empty, .otherThings, .store:
      guard let owner, !User.isRoot else { return nil }
      return "'\(path)' belongs to another user, \(owner)."
    }
  }

  private var owner: String? {
    survey.foreignOwner.map { User.name(of: $0) ?? "number \($0)" }
  }

  /// The folder and what chose it, then what is there.
  var lines: [String] {
    ["\(path) (\(sourcePhrase))"] + findings
  }

  private var sourcePhrase: String {
    switch source {
    case .flag, .environment: "chosen by \(source.rawValue)"
    case .settings: "chosen by \(settings)"
    case .standard: "the default"
    }
  }

  /// What is there, and whose it is where that is another user.
  var findings: [String] {
    [sentence] + (owner.map { ["It belongs to another user, \($0)."] } ?? [])
  }

  private var sentence: String {
    switch survey.state {
    case .noFolder: "There is no folder; the first record makes it."
    case .deadLink: "It is a link to something that is not there."
    case .gone:
      "It is gone (or empty), where data was before; mount or restore it, "
        + "or say 'minuta storage --fresh' to begin anew."
    case .empty: "It is empty."
    case .otherThings: "It holds other things, but nothing of Minuta's."
    case .store(let content): "It holds \(content.phrase)."
    case .notAFolder(path): "It is no folder."
    case .notAFolder(let obstacle): "The path leads through '\(obstacle)', which is no folder."
    case .unreadable(let reason): "It cannot be read: \(reason)."
    }
  }

  /// The report for a program.
  var json: JSONObject {
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
    return json
  }

  /// A stable word for what is there.
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
  /// `42 records and 5 tags; 1 file is set aside`.
  fileprivate var phrase: String {
    let tags = tags.map { Self.count($0, "tag") } ?? "tags that cannot be read"
    let rest =
      switch skippedFiles.count {
      case 0: ""
      case 1: "; 1 file is set aside"
      default: "; \(skippedFiles.count) files are set aside"
      }
    return "\(Self.count(records, "record")) and \(tags)\(rest)"
  }

  private static func count(_ number: Int, _ noun: String) -> String {
    number == 1 ? "1 \(noun)" : "\(number) \(noun)s"
  }
}
