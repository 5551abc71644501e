import Foundation
import IntentKit
import MinutaCore

extension StoreFinding {
  /// Returns a description of the problem, with advice if there is no automatic repair.
  func notice(_ formatter: SentenceFormatter) -> Notice {
    if case .configuration(_, let message, let commands) = problem {
      return message.suggesting(lines: commands)
    }
    let advice = remedy == nil ? advice.map { " " + $0 } : nil
    return "\(description(formatter))." + (advice ?? "")
  }

  private func description(_ formatter: SentenceFormatter) -> String {
    let file = (file ?? "").quoted
    switch problem {
    case .conflictCopy(let reason):
      return "\(file) is a sync program's conflict copy of another file"
        + (reason.map { " and can't be merged: \($0)" } ?? "")
    case .conflictMarkers(let reason):
      return "\(file) has git conflict markers" + (reason.map { ": \($0)" } ?? "")
    case .duplicateID(let other): return "\(file) has the same id as \(other.quoted)"
    case .tagsCopy(let reason):
      return "\(file) is a second tag list in addition to 'tags.json', so tags can't be changed"
        + (reason.map { ": \($0)" } ?? "")
    case .tagsMissing(let reason): return "\(file) is missing, although \(reason)"
    case .incompleteSync(let reason): return "\(file) is incomplete: \(reason)"
    case .unreadableFile(let reason): return "Can't use \(file): \(reason)"
    case .stray: return "\(file) is neither a record nor an image of a record"
    case .imageMissing(let image):
      return "The image \(image.quoted) of the record in \(file) is missing"
    case .imageNameUnusable(let name):
      return "The record in \(file) has an image with the invalid name \(name.quoted)"
    case .notAFile(let reason): return "\(file) is ignored: \(reason)"
    case .abandonedTemporary: return "\(file) is a leftover temporary file"
    case .openTransaction(let machine):
      return "\(machine.map { "The machine \($0)" } ?? "This machine") has an unfinished change"
    case .untrustedJournal(let reason, _, _):
      return "\(file) has an unfinished change and \(reason)"
    case .foreignOwner(let owner, _):
      return "\(file) belongs to \(owner), so Minuta may not be able to use it"
    case .notIgnored(let program, _):
      return "\(program.name) copies files that belong to this machine only ('.minuta*')"
    case .networkFolder(let name):
      return "The data folder is on a network file system (\(name)), "
        + "where simultaneous writes can lose data"
    case .expiredHistory(let month, let days):
      return "The history before \(month) is older than \(days) days"
    case .missingTag(let id, let records):
      return "\(records.counted("record has", plural: "records have")) the tag \(id), "
        + "which doesn't exist"
    case .endBeforeStart(let start, let end):
      return "The record \(shortRecord) ends (\(formatter.moment(end))) "
        + "before it starts (\(formatter.moment(start)))"
    case .startInFuture(let start):
      return "The timer \(shortRecord) starts in the future (\(formatter.moment(start)))"
    case .longRunningTimer(let start):
      return "The timer \(shortRecord) has been running since \(formatter.moment(start))"
    case .duplicateTagName(let name, let ids): return "\(ids.count) tags are named \(name.quoted)"
    case .billedRecord(.changed, let invoice):
      return "The record \(shortRecord) differs from the invoice \(invoice.quoted)"
    case .billedRecord(.deleted, let invoice):
      return "The record \(shortRecord) of the invoice \(invoice.quoted) doesn't exist"
    case .billedRecord(.unlisted, let invoice):
      return "The record \(shortRecord) has the label of the invoice \(invoice.quoted), "
        + "which doesn't list it"
    case .billedRecord(.unmarked, let invoice):
      return "The record \(shortRecord) doesn't have the label of the invoice \(invoice.quoted)"
    case .invoiceMissing(let invoice, let records):
      return "\(records.counted("record has", plural: "records have")) the label of the "
        + "invoice \(invoice.quoted), which isn't in the data folder"
    case .configuration(_, let message, _): return message
    }
  }

  private func removal(of image: String) -> String {
    "image remove \(shortRecord) \(image.shellWord)"
  }

  private var shortRecord: String { String((record?.uuidString ?? "").prefix(8)) }

  private var advice: Notice? {
    let file = (file ?? "").quoted
    switch problem {
    case .conflictCopy:
      return "Copy what you need into the original file, then move the copy out of the data folder."
    case .conflictMarkers, .unreadableFile:
      return "Fix \(file) by hand, or move it out of the data folder."
    case .tagsCopy:
      return "Copy what you need into 'tags.json', then move \(file) out of the data folder."
    case .duplicateID: return "Change the id in one of the two files."
    case .incompleteSync:
      return "Wait for the sync to finish, or copy the file from another machine."
    case .tagsMissing:
      return "Wait for the sync to finish, or copy the file from another machine or a backup."
    case .stray: return "Move it out of the data folder."
    case .imageMissing(let image):
      return "Wait for the sync to finish, or remove the image from the record."
        .suggesting(removal(of: image))
    case .imageNameUnusable(let name):
      return "Remove it from the record.".suggesting(removal(of: name))
    case .notAFile: return "Replace it with a regular file, or move it out of the data folder."
    case .abandonedTemporary: return "Move it out of the data folder."
    case .openTransaction(nil): return "The next change on this machine completes it."
    case .openTransaction: return "The next change on that machine completes it."
    case .untrustedJournal(_, let remedy, let commands): return remedy.suggesting(lines: commands)
    case .foreignOwner(_, let remedy): return "Make it yours.".suggesting(line: remedy)
    case .notIgnored(.dropbox, let folder):
      return "Exclude them.".suggesting(
        line: "attr -s com.dropbox.ignored -V 1 \(folder.shellWord)"
      )
    case .notIgnored(_, let path):
      return "Add the line '\(SyncProgram.line)' to \(path.quoted)."
    case .networkFolder: return "Write from one machine at a time."
    case .expiredHistory:
      return "A repair drops it at its end, together with what it has moved to the trash."
        .suggesting("doctor --repair")
    case .missingTag, .configuration: return nil
    case .endBeforeStart: return "Correct the end.".suggesting("edit \(shortRecord) --end TIME")
    case .startInFuture:
      return "Correct the start.".suggesting("edit \(shortRecord) --start TIME")
    case .longRunningTimer:
      return "Set its end if you forgot to stop it.".suggesting("edit \(shortRecord) --end TIME")
    case .billedRecord(.deleted, _):
      return "Restore it, or correct the invoice.".suggesting("restore \(shortRecord)")
    case .billedRecord(.unlisted, _):
      return "If it isn't billed, remove the label from its comment in \(file)."
    case .invoiceMissing:
      return "If Minuta made the invoice, copy its file from another machine or a backup."
    case .billedRecord(.unmarked, let invoice):
      return "Add it, or correct the invoice."
        .suggesting("edit \(shortRecord) +billed=\(invoice)")
    case .billedRecord(.changed, let invoice):
      return "Compare it with the invoice, then correct one of them."
        .suggesting("invoices \(invoice)")
    case .duplicateTagName(_, let ids):
      guard let last = ids.last else { return nil }
      return "Rename one of them.".suggesting("tag rename \(last.uuidString) NAME")
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
