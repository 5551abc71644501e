import MinutaCore

extension StoreFinding {
  /// The stable code of the problem.
  var code: String {
    switch problem {
    case .conflictCopy: "conflictCopy"
    case .conflictMarkers: "conflictMarkers"
    case .duplicateID: "duplicateID"
    case .tagsCopy: "tagListCopy"
    case .tagsMissing: "tagListMissing"
    case .incompleteSync: "incompleteSync"
    case .unreadableFile: "unreadableFile"
    case .stray: "unexpectedFile"
    case .imageMissing: "imageMissing"
    case .imageNameUnusable: "imageNameUnusable"
    case .notAFile: "notAFile"
    case .abandonedTemporary: "abandonedTemporary"
    case .openTransaction: "openTransaction"
    case .untrustedJournal: "untrustedJournal"
    case .foreignOwner: "foreignOwner"
    case .notIgnored: "notIgnored"
    case .networkFolder: "networkFolder"
    case .expiredHistory: "expiredHistory"
    case .missingTag: "missingTag"
    case .endBeforeStart: "endBeforeStart"
    case .startInFuture: "startInFuture"
    case .longRunningTimer: "longRunningTimer"
    case .duplicateTagName: "duplicateTagName"
    case .billedRecord(.changed, _): "billedRecordChanged"
    case .billedRecord(.deleted, _): "billedRecordDeleted"
    case .billedRecord(.unlisted, _): "billedRecordUnlisted"
    case .billedRecord(.unmarked, _): "billedRecordUnmarked"
    case .invoiceMissing: "invoiceMissing"
    case .configuration(let code, _, _): code
    }
  }

  /// The code of a tag that the settings name and that doesn't exist, or not yet.
  static let unknownTagCode = "unknownTag"

  /// Whether the finding needs no repair, and so isn't counted as a problem.
  var isInformational: Bool {
    switch problem {
    case .expiredHistory, .invoiceMissing, .longRunningTimer, .networkFolder, .openTransaction: true
    case .configuration(Self.unknownTagCode, _, _): true
    default: false
    }
  }
}
