import Foundation
import IntentKit
import MinutaCore

extension StoreFinding {
  /// A stable word for the kind of problem.
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
    case .missingTag: "missingTag"
    case .endBeforeStart: "endBeforeStart"
    case .startInFuture: "startInFuture"
    case .longRunningTimer: "longRunningTimer"
    case .duplicateTagName: "duplicateTagName"
    case .configuration(let code, _): code
    }
  }

  /// Whether nothing has to be done about it, so that it isn't counted as a problem.
  var isInformational: Bool {
    switch problem {
    case .longRunningTimer, .networkFolder, .openTransaction: true
    default: false
    }
  }

  /// What is wrong, and what a person can do where no repair does it.
  func sentence(_ formatter: SentenceFormatter) -> String {
    if case .configuration(_, let message) = problem { return message }
    let advice = remedy == nil ? advice.map { " \($0)" } ?? "" : ""
    return "\(description(formatter)).\(advice)"
  }

  private func description(_ formatter: SentenceFormatter) -> String {
    let file = (file ?? "").quoted
    switch problem {
    case .conflictCopy(let reason):
      return "\(file) is a conflict copy" + (reason.map { ": \($0)" } ?? "")
    case .conflictMarkers(let reason):
      return "git left both versions in \(file)" + (reason.map { ", and \($0)" } ?? "")
    case .duplicateID(let other): return "\(file) has the id of \(other.quoted)"
    case .tagsCopy(let reason):
      return "\(file) stands beside 'tags.json', so that nothing can write tags"
        + (reason.map { ", and \($0)" } ?? "")
    case .tagsMissing(let reason): return "\(file) is missing, although \(reason)"
    case .incompleteSync(let reason): return "\(file) is not whole: \(reason)"
    case .unreadableFile(let reason): return "\(file) cannot be used: \(reason)"
    case .stray: return "\(file) is neither a record nor an image of one"
    case .imageMissing(let image): return "The record in \(file) has no file \(image.quoted)"
    case .imageNameUnusable(let name):
      return "The record in \(file) names an image \(name.quoted), which can be none"
    case .notAFile(let reason): return "\(file) is left out: \(reason)"
    case .abandonedTemporary: return "\(file) was never finished and nothing needs it"
    case .openTransaction(let machine):
      return
        "\(machine.map { "The machine \($0)" } ?? "This machine") has not finished its last change"
    case .untrustedJournal(let reason, _): return "\(file) has an unfinished change and \(reason)"
    case .foreignOwner(let owner, _):
      return "\(file) belongs to \(owner), so that your calls may fail"
    case .notIgnored(let program, _):
      return "\(program.name) takes along what only this machine may use ('.minuta*')"
    case .networkFolder(let name):
      return "The folder is on \(name), where two machines must not write at the same time"
    case .missingTag(let id, let records):
      return "\(records == 1 ? "1 record names" : "\(records) records name") the tag \(id), "
        + "which is not there"
    case .endBeforeStart(let start, let end):
      return
        "\(recordName) ends (\(formatter.moment(end))) before it starts (\(formatter.moment(start)))"
    case .startInFuture(let start):
      return "\(recordName) runs and starts in the future (\(formatter.moment(start)))"
    case .longRunningTimer(let start): return "\(recordName) runs since \(formatter.moment(start))"
    case .duplicateTagName(let name, let ids): return "\(ids.count) tags are called \(name.quoted)"
    case .configuration(_, let message): return message
    }
  }

  private var recordName: String { "The record \(shortRecord)" }

  private var shortRecord: String { String((record?.uuidString ?? "").prefix(8)) }

  private var advice: String? {
    let file = (file ?? "").quoted
    switch problem {
    case .conflictCopy, .conflictMarkers, .unreadableFile, .tagsCopy:
      return "Mend \(file) by hand, or move it out of the folder."
    case .duplicateID: return "Give one of them another id by hand."
    case .incompleteSync: return "Wait for the sync to finish, or put it back from another machine."
    case .tagsMissing:
      return "Wait for the sync to finish, or put it back from another machine or a backup."
    case .stray: return "It is left alone; move it away if nobody needs it."
    case .imageMissing(let image):
      return "Wait for the sync, or say `minuta image-remove \(shortRecord) \(image.shellWord)`."
    case .imageNameUnusable(let name):
      return "Say `minuta image-remove \(shortRecord) \(name.shellWord)`."
    case .notAFile: return "Put the file itself there, or move it away."
    case .abandonedTemporary: return "Move it away."
    case .openTransaction(nil): return "The next call that changes something finishes it."
    case .openTransaction: return "The next call on that machine finishes it."
    case .untrustedJournal(_, let remedy): return remedy
    case .foreignOwner(_, let remedy): return "Run `\(remedy)`."
    case .notIgnored(.dropbox, let folder):
      return "Say `attr -s com.dropbox.ignored -V 1 \(folder.shellWord)`."
    case .notIgnored(_, let path):
      return "Add the line '\(SyncProgram.line)' to \(path.quoted)."
    case .networkFolder: return "Write from one machine at a time."
    case .missingTag, .configuration: return nil
    case .endBeforeStart: return "Say `minuta edit \(shortRecord) --end TIME`."
    case .startInFuture: return "Say `minuta edit \(shortRecord) --start TIME`."
    case .longRunningTimer:
      return "If it was forgotten, say `minuta edit \(shortRecord) --end TIME`."
    case .duplicateTagName(_, let ids):
      guard let last = ids.last else { return nil }
      return "Give one another name: `minuta tag-rename \(last.uuidString) NAME`."
    }
  }
}

extension SyncProgram {
  fileprivate var name: String {
    switch self {
    case .syncthing: "Syncthing"
    case .git: "git"
    case .dropbox: "Dropbox"
    }
  }
}

extension String {
  /// The text as one word of a shell.
  fileprivate var shellWord: String {
    let plain = allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "._-/".contains($0)) }
    return plain && !isEmpty ? self : "'\(replacing("'", with: "'\\''"))'"
  }
}
