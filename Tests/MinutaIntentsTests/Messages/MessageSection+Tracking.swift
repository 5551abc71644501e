import Foundation
import IntentKit

@testable import MinutaCore
@testable import MinutaIntents

extension MessageSection {
  private static let utc = TimeZone(secondsFromGMT: 0) ?? .current
  private static let now = Date(timeIntervalSince1970: 1_795_435_200)  // 2026-11-23 12:00 UTC
  private static let earlier = now.addingTimeInterval(-3600)
  private static let formatter = SentenceFormatter(now: now, timeZone: utc)

  private static let work = tag("A", "Work")
  private static let email = tag("B", "Email")
  private static let timer = TaggedRecord(
    record: TimeRecord(id: id("C"), startTime: earlier),
    tag: work
  )
  private static let other = TaggedRecord(
    record: TimeRecord(id: id("D"), startTime: earlier, endTime: now),
    tag: nil
  )

  private static func id(_ digit: String) -> UUID {
    UUID(uuidString: String(repeating: digit, count: 8) + "-0000-4000-8000-000000000000") ?? UUID()
  }

  private static func tag(_ digit: String, _ name: String) -> Tag {
    Tag(id: id(digit), name: name, createdAt: earlier)
  }

  private static func conflict(_ conflict: UndoConflict, isGone: Bool, isRedo: Bool = false)
    -> TrackingError
  {
    let call = HistoryEntrySummary(
      sequence: 7,
      origin: ChangeOrigin(now: earlier, source: "file", intent: "UpdateRecord"),
      records: [other],
      recordCount: 1,
      tags: [],
      tagCount: 0,
      files: []
    )
    return .changedSince(
      UndoConflictReport(
        call: call,
        undoConflicts: [conflict],
        isGone: isGone,
        path: "records/2026/11/2026-11-23_110000.json",
        isRedo: isRedo,
        isSkippable: true
      )
    )
  }

  private static let trackingErrors: [TrackingError] = [
    .emptyTagName, .emptyTagLevel("Acme//Website"), .tagNotFound("Wrok", candidates: ["Work"]),
    .tagAmbiguous("Work", candidates: [work, email]), .tagArchived(work), .tagExists(work),
    .tagNameTaken(TagNameConflict(tag: work, now: nil, holder: tag("B", "Work"))),
    .tagsDiffer([work, nil]), .recordNotFound("1CB84445"), .recordExists(other.record),
    .recordAmbiguous("1C", candidates: [timer, other]), .recordNotRunning(other.record),
    .recordBilled(other.record, InvoiceLock("2026-014", isStored: true)),
    .recordBilled(other.record, InvoiceLock("", isStored: false)),
    .imageNotFound("a.png", images: ["b.png"]),
    .splitOutside(now, start: earlier, end: now), .startInFuture(now.addingTimeInterval(60)),
    .endInFuture(now.addingTimeInterval(60)), .endBeforeStart(start: now, end: earlier),
    .recordsOverlap([other], canAdjust: true), .recordsOverlap([timer], canAdjust: false),
    .timeOutOfRange, .historyEntryNotFound(99, oldest: nil),
    .historyEntryNotFound(5, oldest: 1204), .historyEntryUndone(3),
    .historyEntryRefused(4, path: "../x.json"), .runNotFound("r1"), .nothingToUndo(redoing: false),
    .nothingToUndo(redoing: true), .changesAfterUndo(10),
    conflict(.record(other), isGone: false), conflict(.record(other), isGone: true),
    conflict(.tag(work), isGone: false),
    conflict(.tagInUse(work), isGone: false, isRedo: true),
    conflict(.file("tags.json"), isGone: false),
    .tagsUnusable(SkippedFile(path: "tags.json", reason: "Permission denied")),
    .storeBusy(holder: "'minuta rpc' (process 4711)"), .storeGone(path: "/home/ann/Minuta"),
    .storeUnreadable(path: "records/2026/11", reason: "Permission denied"),
    .storeUnwritable(path: "tags.json", reason: "No space left on device"),
    .storeUnwritable(path: "tags.json", reason: "Permission denied", hasFix: true),
    .stateUnwritable(path: "away.json", reason: "No space left on device"),
    .storeUncertain(path: "tags.json", reason: "Input/output error"),
  ]

  static let tracking = outcomes(
    "Time tracking",
    trackingErrors.map { .failed($0.failure(now: now, timeZone: utc)) }
  )

  private static let file = "records/2026/11/2026-11-23_110000.json"

  private static let problems: [(StoreProblem, RepairAction?)] = [
    (.conflictCopy(reason: nil), nil), (.conflictCopy(reason: "it is not JSON"), nil),
    (.conflictMarkers(reason: nil), nil), (.duplicateID(of: "records/2026/11/x.json"), nil),
    (.tagsCopy(reason: nil), nil), (.tagsMissing(although: "records use its tags"), nil),
    (.incompleteSync(reason: "a sync program hasn't finished writing it"), nil),
    (.unreadableFile(reason: "it is not JSON"), nil), (.stray, nil), (.imageMissing("a.png"), nil),
    (.imageNameUnusable("../a.png"), nil), (.notAFile(reason: "it is a symbolic link"), nil),
    (.abandonedTemporary, nil), (.openTransaction(machine: nil), nil),
    (.openTransaction(machine: "bc1d3b95"), nil),
    (
      .untrustedJournal(
        reason: "belongs to the user 'root'",
        remedy: "Run Minuta as the user 'root'.",
        commands: []
      ),
      nil
    ),
    (.foreignOwner("the user 'root'", remedy: "sudo chown -R ann: '/home/ann/Minuta'"), nil),
    (.notIgnored(by: .syncthing, at: "/home/ann/Sync/.stignore"), nil),
    (.notIgnored(by: .dropbox, at: "/home/ann/Dropbox/Minuta/.minuta.nosync"), nil),
    (.networkFolder("nfs"), nil), (.expiredHistory(before: "2026-08", days: 90), nil),
    (.missingTag(id("A"), records: 2), .recreateTag(work, isKnown: true)),
    (.endBeforeStart(start: now, end: earlier), nil), (.startInFuture(now), nil),
    (.billedRecord(.changed, invoice: "2026-014"), nil),
    (.billedRecord(.deleted, invoice: "2026-014"), nil),
    (.billedRecord(.unlisted, invoice: "2026-014"), nil),
    (.billedRecord(.unmarked, invoice: "2026-014"), nil),
    (.invoiceMissing("2025-017", records: 3), nil),
    (.longRunningTimer(since: earlier), nil), (.duplicateTagName("Work", [id("A"), id("B")]), nil),
  ]

  private static let copy =
    "records/2026/11/2026-11-23_110000.sync-conflict-20261123-113000-ABCDEFG.json"
  private static let tagsCopy = "tags.sync-conflict-20261123-113000-ABCDEFG.json"

  /// Returns the path of a file that can have the problem.
  private static func file(with problem: StoreProblem) -> String {
    switch problem {
    case .conflictCopy: copy
    case .tagsCopy: tagsCopy
    case .tagsMissing: "tags.json"
    case .stray: "records/2026/11/notes.txt"
    case .abandonedTemporary: "records/2026/11/.minuta-bc1d3b95.tmp"
    case .untrustedJournal: ".minuta.nosync/bc1d3b95/journal/1.jsonl"
    case .foreignOwner: "records/2026/11"
    default: file
    }
  }

  static let findings = MessageSection(
    title: "Findings of doctor",
    lines: problems.map { problem, remedy in
      let finding = StoreFinding(
        problem,
        file: file(with: problem),
        record: id("C"),
        remedy: remedy
      )
      return (finding.code, finding.notice(formatter).text)
    }
  )

  private static let merge = FileMerge(
    path: file,
    before: "{}",
    copy: "{}",
    after: "{}",
    decided: ["comment"],
    later: file
  )

  private static let billedMerge = FileMerge(
    path: file,
    before: "{}",
    copy: "{}",
    after: "{}",
    decided: ["endTime"],
    later: ">>>>>>>",
    invoice: "2026-001"
  )

  /// Returns the path of a file that the action can repair.
  private static func file(for action: RepairAction) -> String {
    switch action {
    case .discard, .rename: copy
    case .useCopy: tagsCopy
    case .addLine: ".gitignore"
    default: file
    }
  }

  static let repairs = MessageSection(
    title: "Repairs of doctor",
    lines: ([
      ("merge", .merge(merge)), ("merge", .merge(billedMerge)), ("discard", .discard),
      ("rename", .rename(to: "records/2026/11/2026-11-23_110000-2.json")),
      ("newID", .newID(id("E"))), ("restoreFromHistory", .restoreFromHistory),
      ("removeByteOrderMark", .removeByteOrderMark), ("useCopy", .useCopy),
      ("addLine", .addLine(".minuta*")), ("recreateTag", .recreateTag(work, isKnown: true)),
      ("recreateTag", .recreateTag(work, isKnown: false)),
      ("mergeTags", .mergeTags(into: work, [email], records: 3)),
    ] as [(String, RepairAction)]).map { label, action in
      (label, action.sentence(of: StoreFinding(.stray, file: file(for: action), remedy: action)))
    }
  )
}
