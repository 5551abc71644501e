package import Foundation
package import IntentKit
import JSONText
package import MinutaCore

extension TrackingError {
  /// Returns the failure that reports an error outside of a call.
  package func failure(now: Date, timeZone: TimeZone) -> Failure {
    failure(SentenceFormatter(now: now, timeZone: timeZone))
  }

  /// Returns the failure that reports the error.
  func failure(_ formatter: SentenceFormatter) -> Failure {
    Failure(kind, code: code, message: notice(formatter), data: data)
  }

  private var kind: Failure.Kind {
    switch self {
    case .storeBusy: .busy
    case .storeUncertain: .uncertain
    default: .failed
    }
  }

  private var code: String {
    switch self {
    case .emptyTagName, .emptyTagLevel: "emptyTagName"
    case .tagNotFound: "tagNotFound"
    case .tagAmbiguous: "tagAmbiguous"
    case .tagArchived: "tagArchived"
    case .tagExists: "tagExists"
    case .tagNameTaken: "tagNameTaken"
    case .tagsDiffer: "tagsDiffer"
    case .recordNotFound, .deletedRecordNotFound: "recordNotFound"
    case .recordExists: "recordExists"
    case .recordAmbiguous: "recordAmbiguous"
    case .recordNotRunning: "recordNotRunning"
    case .recordBilled: "recordBilled"
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
    case .changesAfterUndo, .nothingToUndo, .historyEntryUndone: "nothingToUndo"
    case .changedSince: "changedSince"
    case .storeBusy: "storeBusy"
    case .storeGone: "storeGone"
    case .storeUnreadable: "storeUnreadable"
    case .storeUnwritable: "storeUnwritable"
    case .stateUnwritable: "stateUnwritable"
    case .storeUncertain: "storeUncertain"
    }
  }

  private var data: JSONObject {
    switch self {
    case .tagNotFound(let name, _), .emptyTagLevel(let name): ["tag": .string(name)]
    case .tagAmbiguous(_, let candidates):
      ["candidates": .array(candidates.map { TagResult($0).json })]
    case .tagArchived(let tag), .tagExists(let tag): ["tag": TagResult(tag).json]
    case .tagNameTaken(let name):
      ["tag": TagResult(name.tag).json, "holder": TagResult(name.holder).json]
    case .tagsDiffer(let tags):
      ["tags": .array(tags.map { $0.map { TagResult($0).json } ?? .null })]
    case .recordNotRunning(let record), .recordExists(let record):
      ["record": .string(record.id.uuidString)]
    case .recordBilled(let record, let lock):
      ["record": .string(record.id.uuidString), "invoice": .string(lock.number)]
    case .imageNotFound(let image, let images):
      ["image": .string(image), "images": .array(images.map { .string($0) })]
    case .splitOutside(let moment, let start, let end):
      [
        "at": .string(Timestamp.text(moment)), "startTime": .string(Timestamp.text(start)),
        "endTime": .string(Timestamp.text(end)),
      ]
    case .recordNotFound(let text), .deletedRecordNotFound(let text): ["record": .string(text)]
    case .recordAmbiguous(let text, let candidates):
      [
        "record": .string(text),
        "candidates": .array(candidates.prefix(20).map { .string($0.record.id.uuidString) }),
      ]
    case .startInFuture(let start): ["startTime": .string(Timestamp.text(start))]
    case .endInFuture(let end): ["endTime": .string(Timestamp.text(end))]
    case .endBeforeStart(let start, let end, _):
      ["startTime": .string(Timestamp.text(start)), "endTime": .string(Timestamp.text(end))]
    case .runNotFound(let run): ["run": .string(run)]
    case .recordsOverlap(let records, _):
      ["records": .array(records.prefix(20).map { .string($0.record.id.uuidString) })]
    case .historyEntryNotFound(let sequence, _), .historyEntryUndone(let sequence):
      ["entry": .number(JSONNumber(sequence))]
    case .historyEntryRefused(let sequence, _), .changesAfterUndo(let sequence):
      ["entry": .number(JSONNumber(sequence))]
    case .changedSince(let conflict): conflict.data
    case .tagsUnusable(let file): ["file": .string(file.path)]
    case .storeGone(let path), .storeUnreadable(let path, _, _), .storeUnwritable(let path, _, _),
      .storeUncertain(let path, _), .stateUnwritable(let path, _):
      ["file": .string(path)]
    case .emptyTagName, .nothingToUndo, .storeBusy, .timeOutOfRange: [:]
    }
  }
}
