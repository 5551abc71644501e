package import Foundation
package import IntentKit
import JSONText
package import MinutaCore

extension TrackingError {
  /// The error as an outcome tells it where no call was asked for.
  package func outcome(now: Date, timeZone: TimeZone) -> Outcome {
    intentError(formatter: SentenceFormatter(now: now, timeZone: timeZone)).outcome
  }

  /// The error as the engine tells it.
  func intentError(formatter: SentenceFormatter) -> IntentError {
    let error = OutcomeError(
      kind,
      code: code,
      message: sentence(formatter),
      data: data
    )
    if case .storeBusy = self { return .busy(error) }
    return .failed(error)
  }

  private var kind: OutcomeError.Kind {
    if case .storeUncertain = self { .uncertain } else { .failure }
  }

  private var code: String {
    switch self {
    case .emptyTagName: "emptyTagName"
    case .tagNotFound: "tagNotFound"
    case .tagAmbiguous: "tagAmbiguous"
    case .tagArchived: "tagArchived"
    case .tagExists: "tagExists"
    case .tagNameTaken: "tagNameTaken"
    case .tagsDiffer: "tagsDiffer"
    case .recordNotFound: "recordNotFound"
    case .recordExists: "recordExists"
    case .recordAmbiguous: "recordAmbiguous"
    case .recordNotRunning: "recordNotRunning"
    case .imageNotFound: "imageNotFound"
    case .splitOutside: "splitOutside"
    case .startInFuture: "startInFuture"
    case .endInFuture: "endInFuture"
    case .endBeforeStart: "endBeforeStart"
    case .recordsOverlap: "recordsOverlap"
    case .timeOutOfRange: "timeOutOfRange"
    case .tagsUnusable: "tagsUnusable"
    case .historyEntryNotFound: "historyEntryNotFound"
    case .historyEntryRefused: "historyEntryRefused"
    case .runNotFound: "runNotFound"
    case .nothingToUndo, .historyEntryUndone: "nothingToUndo"
    case .changedSince: "changedSince"
    case .storeBusy: "storeBusy"
    case .storeGone: "storeGone"
    case .storeUnreadable: "storeUnreadable"
    case .storeUnwritable: "storeUnwritable"
    case .storeUncertain: "storeUncertain"
    }
  }

  private func sentence(_ formatter: SentenceFormatter) -> String {
    switch self {
    case .emptyTagName: "A tag needs a name."
    case .tagNotFound(let name, let candidates):
      "There is no tag \(name.quoted)\(TypoSuggestion.closest(to: name, in: candidates).suggestion)."
    case .tagAmbiguous(let name, let candidates):
      "\(candidates.count) tags are called \(name.quoted); name one by its id."
    case .tagArchived(let tag): "The tag \(tag.name.quoted) is archived; unarchive it first."
    case .tagExists(let tag):
      "There is a tag \(tag.name.quoted) already\(tag.isArchived ? "; it is archived" : "")."
    case .tagNameTaken(let name):
      "\(name.sentence); rename or delete that one first, then undo again."
    case .tagsDiffer(let tags):
      "The records have different tags (\(tags.map { $0?.name.quoted ?? "none" }.joinedAsList)); "
        + "say with 'tag' which one counts."
    case .recordNotFound(let text): "There is no record \(text.quoted)."
    case .recordExists(let record): "The record '\(record.id.uuidString)' is there already."
    case .recordAmbiguous(let text, let candidates):
      "\(candidates.count) records match \(text.quoted); name one by its id."
    case .recordNotRunning(let record):
      "The record \(record.id.uuidString.quoted) is stopped already; "
        + "only a running timer can be cancelled."
    case .imageNotFound(let image, let images):
      "The record has no image \(image.quoted)\(TypoSuggestion.closest(to: image, in: images).suggestion)."
    case .splitOutside(let moment, let start, let end):
      "A record from \(formatter.interval(start, end)) cannot be split at \(formatter.moment(moment))."
    case .startInFuture(let start):
      "A timer cannot start in the future (\(formatter.moment(start)))."
    case .endInFuture(let end): "The end lies in the future (\(formatter.moment(end)))."
    case .endBeforeStart(let start, let end):
      "The end (\(formatter.moment(end))) lies before the start (\(formatter.moment(start)))."
    case .recordsOverlap(let records, let canAdjust):
      "It would lie over \(formatter.records(records))"
        + (canAdjust ? "." : ", which cannot be shortened to make room for it.")
    case .timeOutOfRange: "The start and the end must lie in the years from 1600 to 9999."
    case .runNotFound(let run):
      "The history has nothing of a run \(run.quoted) that could be taken back."
    case .historyEntryNotFound(let sequence): "There is no entry \(sequence) in the history."
    case .historyEntryRefused(let sequence, let path):
      "Entry \(sequence) of the history names \(path.quotedPath), which is no file of this folder; "
        + "it can't be undone."
    case .historyEntryUndone(let sequence): "Entry \(sequence) is undone already."
    case .nothingToUndo(false): "There is nothing to undo."
    case .nothingToUndo(true): "There is nothing to redo."
    case .changedSince(let conflict): conflict.sentence(formatter)
    case .tagsUnusable(let file):
      "The tags cannot be used, because \(file.path.quotedPath) cannot be read: \(file.reason); "
        + "run `minuta doctor --repair`."
    case .storeBusy(let holder):
      "The folder is in use by \(holder ?? "another program"); try again."
    case .storeGone(let path):
      "The folder \(path.quotedPath) is gone (or empty), where data was before; mount or restore "
        + "it, or say 'minuta storage --fresh' to begin anew."
    case .storeUnreadable(let path, let reason): "Cannot read \(path.quotedPath): \(reason)."
    case .storeUnwritable(let path, let reason): "Cannot write \(path.quotedPath): \(reason)."
    case .storeUncertain(let path, let reason):
      "Cannot finish at \(path.quotedPath): \(reason); the next change to the folder will."
    }
  }

  private var data: JSONObject {
    switch self {
    case .tagNotFound(let name, _): ["tag": .string(name)]
    case .tagAmbiguous(_, let candidates): ["candidates": .array(candidates.map(\.json))]
    case .tagArchived(let tag), .tagExists(let tag): ["tag": tag.json]
    case .tagNameTaken(let name): ["tag": name.tag.json, "holder": name.holder.json]
    case .tagsDiffer(let tags): ["tags": .array(tags.map { $0?.json ?? .null })]
    case .recordNotRunning(let record), .recordExists(let record):
      ["record": .string(record.id.uuidString)]
    case .imageNotFound(let image, let images):
      ["image": .string(image), "images": .array(images.map { .string($0) })]
    case .splitOutside(let moment, let start, let end):
      [
        "at": .string(Timestamp.text(moment)), "startTime": .string(Timestamp.text(start)),
        "endTime": .string(Timestamp.text(end)),
      ]
    case .recordNotFound(let text): ["record": .string(text)]
    case .recordAmbiguous(let text, let candidates):
      [
        "record": .string(text),
        "candidates": .array(candidates.prefix(20).map { .string($0.record.id.uuidString) }),
      ]
    case .startInFuture(let start): ["startTime": .string(Timestamp.text(start))]
    case .endInFuture(let end): ["endTime": .string(Timestamp.text(end))]
    case .endBeforeStart(let start, let end):
      ["startTime": .string(Timestamp.text(start)), "endTime": .string(Timestamp.text(end))]
    case .runNotFound(let run): ["run": .string(run)]
    case .recordsOverlap(let records, _):
      ["records": .array(records.prefix(20).map { .string($0.record.id.uuidString) })]
    case .historyEntryNotFound(let sequence), .historyEntryUndone(let sequence):
      ["entry": .number(JSONNumber(sequence))]
    case .historyEntryRefused(let sequence, _): ["entry": .number(JSONNumber(sequence))]
    case .changedSince(let conflict): conflict.data
    case .tagsUnusable(let file): ["file": .string(file.path)]
    case .storeGone(let path), .storeUnreadable(let path, _), .storeUnwritable(let path, _),
      .storeUncertain(let path, _):
      ["file": .string(path)]
    case .emptyTagName, .nothingToUndo, .storeBusy, .timeOutOfRange: [:]
    }
  }
}

extension String {
  /// The path in quotes; all of it, since its end says the most.
  var quotedPath: String { "'\(self)'" }
}
