import Foundation
import IntentKit
import MinutaCore

extension TrackingError {
  /// Returns the error as one or two sentences, with commands.
  func notice(_ formatter: SentenceFormatter) -> Notice {
    switch self {
    case .emptyTagName: "The tag name is empty. Give the tag a name."
    case .emptyTagLevel(let name):
      "The tag name \(name.quoted) has an empty part. Remove the extra '/'."
    case .tagNotFound(let name, let candidates):
      "There is no tag \(name.quoted)\(TypoSuggester.closest(to: name, in: candidates).suggestion)."
    case .tagAmbiguous(let name, let candidates):
      "\(candidates.count) tags are named \(name.quoted). Choose one by its id."
    case .tagArchived(let tag):
      "The tag \(tag.name.quoted) is archived. Unarchive it first."
        .suggesting("tag unarchive \(tag.name.shellWord)")
    case .tagExists(let tag):
      tag.isArchived
        ? "The tag \(tag.name.quoted) already exists, but is archived. Choose another name, or unarchive it."
          .suggesting("tag unarchive \(tag.name.shellWord)")
        : "The tag \(tag.name.quoted) already exists. Choose another name."
    case .tagNameTaken(let name):
      "\(name.sentence). Rename or delete that tag, then try again."
    case .tagsDiffer(let tags):
      "The records don't all have the same tag "
        + "(\(tags.map { $0?.name.quoted ?? "no tag" }.joinedAsList)). Set 'tag' (or --tag) to the one to use."
    case .recordNotFound("running"): "No timer is running. Start one first."
    case .recordNotFound("last"): "There is no record yet. Start a timer first."
    case .recordNotFound(let text):
      "There is no record \(text.quoted). Use @1 for the newest, 'last', or an id of the list."
        .suggesting("records")
    case .deletedRecordNotFound(let text):
      "There is no deleted record \(text.quoted). Use one of the list.".suggesting("deleted")
    case .recordExists(let record):
      "The record '\(record.id.uuidString)' already exists, so there is no need to restore it."
    case .recordAmbiguous("running", let timers):
      "Several timers are running: \(formatter.names(timers)). Choose one by its id."
    case .recordAmbiguous(let text, let candidates):
      "\(candidates.count) records match \(text.quoted). Choose one by its full id."
    case .recordNotRunning(let record):
      "The record \(record.id.uuidString.quoted) is already stopped. "
        + "Only a running timer can be cancelled."
    case .recordBilled(let record, let lock):
      lock.notice(of: record, "it is locked")
    case .imageNotFound(let image, let images):
      "The record has no image \(image.quoted)\(TypoSuggester.closest(to: image, in: images).suggestion)."
    case .splitOutside(let moment, let start, let end):
      "The record (\(formatter.interval(start, end))) can't be split at "
        + "\(formatter.moment(moment)). Choose a time after its start and before its end."
    case .startInFuture(let start):
      "The start (\(formatter.moment(start))) is in the future. Use an earlier time."
    case .endInFuture(let end):
      "The end (\(formatter.moment(end))) is in the future. Use an earlier time."
    case .endBeforeStart(let start, let end, let timer?)
    where formatter.moment(end) == formatter.moment(start):
      "The end (\(formatter.moment(end))) is before the start of \(timer.name), later in the same "
        + "minute. Name the timer to stop, or use a later end."
    case .endBeforeStart(let start, let end, let timer?):
      "The end (\(formatter.moment(end))) is before the start of \(timer.name) "
        + "(\(formatter.moment(start))). Name the timer to stop, or use a later end."
    case .endBeforeStart(let start, let end, nil):
      "The end (\(formatter.moment(end))) is before the start (\(formatter.moment(start))). "
        + "Use a later end or an earlier start."
    case .recordsOverlap(let records, let canAdjust):
      "This time would overlap \(records.count.counted("record"))"
        + (canAdjust ? "" : " that can't be shortened to fit")
        + ": \(formatter.records(records)). Choose another time."
    case .timeOutOfRange: "The time is out of range. Use a year from 1600 to 9999."
    case .runNotFound(let run):
      "The history has no changes made by the run \(run.quoted) that can be undone. Use one of the list."
        .suggesting("history")
    case .historyEntryNotFound(let sequence, let oldest?):
      "History entry \(sequence) was dropped, because it was too old. The history now begins with "
        + "entry \(oldest)."
    case .historyEntryNotFound(let sequence, nil):
      "There is no history entry \(sequence). Use one of the list.".suggesting("history")
    case .historyEntryRefused(let sequence, let path):
      "History entry \(sequence) can't be undone, because its file "
        + "\(path.quotedPath) is not in the data folder."
    case .historyEntryUndone(let sequence): "History entry \(sequence) is already undone."
    case .nothingToUndo(false): "There is nothing to undo."
    case .nothingToUndo(true): "There is nothing to redo."
    case .changesAfterUndo(let undo):
      "There is nothing to redo, because other changes followed the last undo. You can take that undo back anyway."
        .suggesting("undo \(undo)")
    case .changedSince(let conflict): conflict.notice(formatter)
    case .tagsUnusable(let file):
      "Can't read the tags in \(file.path.quotedPath): \(file.reason)."
        + (file.remedy.map { " Fix it.".suggesting(line: $0) } ?? Self.advice(true))
    case .storeBusy(let holder):
      "The data folder is in use by \(holder ?? "another program"). Try again."
    case .storeGone(let path):
      "The data folder \(path.quotedPath) is missing or empty, but had data before. Mount or restore it, or start over."
        .suggesting(line: "minuta storage --fresh")
    case .storeUnreadable(let path, let reason, let hasFix):
      "Can't read \(path.quotedPath): \(reason)." + Self.advice(hasFix)
    case .storeUnwritable(let path, let reason, let hasFix):
      "Can't write \(path.quotedPath): \(reason)." + Self.advice(hasFix)
    case .stateUnwritable(let path, let reason): "Can't write \(path.quotedPath): \(reason)."
    case .storeUncertain(let path, let reason):
      "Can't finish writing \(path.quotedPath): \(reason). The next change will complete it."
    }
  }

  /// Returns the sentence that names the command which shows how to fix the problem, if one does.
  private static func advice(_ hasFix: Bool) -> Notice {
    hasFix ? " See how to fix it.".suggesting("doctor") : ""
  }
}

extension SentenceFormatter {
  /// Returns the tags and ids of timers, such as `'Work' (385E00D8) and 'Email' (13C62FD6)`.
  fileprivate func names(_ timers: [TaggedRecord]) -> String {
    let more = timers.count > 5 ? ["\(timers.count - 5) more"] : []
    return (timers.prefix(5).map { $0.name + id($0) } + more).joinedAsList
  }
}

extension String {
  /// The path in quotes.
  ///
  /// It isn't shortened, since its end matters most.
  var quotedPath: String { "'\(self)'" }

  /// The text with a capital first letter, to begin a sentence.
  var capitalizingFirst: String { prefix(1).uppercased() + dropFirst() }
}
