import JSONText
import SystemCalls

extension StoreError {
  /// The problem as a part of a sentence, for error messages.
  var reason: String {
    switch self {
    case .notJSON(let error) where error.offset == 0 && error.problem == .unexpectedEnd:
      "it is empty"
    case .notJSON(let error): "invalid JSON: \(error)"
    case .malformed(let key, let expected): "its '\(key)' is not \(expected)"
    case .notAnObject(let noun): "the \(noun) is not a JSON object"
    case .notARegularFile: "it is not a regular file"
    case .sameID(let path): "it has the same ID as \(path)"
    case .inConflict(let copy): "a sync program left a conflict copy beside it: \(copy)"
    case .missing(let reason): "it is missing, although \(reason)"
    case .system(let error) where error.isLink: "it is a symbolic link, which Minuta doesn't follow"
    case .system(let error): error.reason
    }
  }
}

extension DirectorySnapshot {
  /// The evidence that a missing tag list existed, reported if records refer to tags.
  static let namedTags = "records use its tags"
  /// The evidence that a missing tag list existed, reported if the journal contains changes of
  /// tags.
  static let knownTags = "the history contains tags"
  /// The evidence that a missing tag list existed, reported by a sync.
  static let sharedTags = "the last sync had it"
}

/// The texts of the reasons why a path below `records` can't be listed.
enum UnlistedPathReason {
  static let tooDeep = "it is nested too deeply"
  static let link = "it is a symbolic link"
  static let notAFolder = "it is not a folder"
  static let corruptIndex = "its index in the cache is corrupt"
}
