package import Foundation

/// A problem with the data folder, as found by `doctor`, and its remedy if there is one.
package struct StoreFinding: Sendable, Hashable {
  package let problem: StoreProblem
  /// The affected file: a path relative to the data folder, or absolute if it lies elsewhere.
  package let file: String?
  package let record: UUID?
  /// The automatic remedy, or nil if the user must fix the problem.
  package let remedy: RepairAction?
  /// The file changes that apply the remedy, or nil if the remedy changes records or tags instead.
  package let repair: StoreRepair?

  package init(
    _ problem: StoreProblem,
    file: String? = nil,
    record: UUID? = nil,
    remedy: RepairAction? = nil,
    repair: StoreRepair? = nil
  ) {
    self.problem = problem
    self.file = file
    self.record = record
    self.remedy = remedy
    self.repair = repair
  }
}

/// A problem with the data folder.
///
/// Every `reason` in the cases is a sentence fragment.
package enum StoreProblem: Sendable, Hashable {
  /// A sync program or git left a second version of a record in a separate file.
  ///
  /// - Parameter reason: why the second version can't be used, or nil if it can.
  case conflictCopy(reason: String?)
  /// Git left both versions of a record or tag in one file, separated by conflict markers.
  ///
  /// - Parameter reason: why the versions can't be used, or nil if they can.
  case conflictMarkers(reason: String?)
  /// Two files contain records with the same id.
  ///
  /// - Parameter of: the path of the other file.
  case duplicateID(of: String)
  /// A second tag file exists.
  ///
  /// Tags can't be changed until it has been merged or removed.
  ///
  /// - Parameter reason: why the second tag file can't be used, or nil if it can.
  case tagsCopy(reason: String?)
  /// The tag file is missing, although it must have existed.
  ///
  /// - Parameter although: the evidence that it existed.
  case tagsMissing(although: String)
  /// A file is incomplete, because a sync program is still writing it or was interrupted.
  case incompleteSync(reason: String)
  case unreadableFile(reason: String)
  /// A file in the data folder is neither a record nor an image of a record.
  case stray
  case imageMissing(String)
  /// The name of a record's image isn't a valid file name, for example because it is a path.
  ///
  /// Minuta doesn't use the file at that path.
  case imageNameUnusable(String)
  /// An item in the data folder can't be used, because it isn't a regular file.
  ///
  /// It is a symbolic link, a pipe, a directory in place of a file, or a directory that is nested
  /// too deeply.
  case notAFile(reason: String)
  /// An interrupted write left a temporary file behind.
  case abandonedTemporary
  /// A machine was interrupted in the middle of a change.
  ///
  /// - Parameter machine: the name of the machine, or nil for this one.
  case openTransaction(machine: String?)
  /// The journal of an unfinished change belongs to another user, or another user can write to it.
  ///
  /// Minuta doesn't complete such a change, because the other user may have forged it.
  ///
  /// - Parameters:
  ///     - reason: the end of a sentence that begins with the journal, such as "belongs to root".
  ///     - remedy: the complete sentence that says what to do.
  ///     - commands: the shell commands for it.
  case untrustedJournal(reason: String, remedy: String, commands: [String])
  /// A file in the data folder belongs to the named user, for example after a call with sudo.
  ///
  /// - Parameter remedy: the shell command that fixes it.
  case foreignOwner(String, remedy: String)
  case notIgnored(by: SyncProgram, at: String)
  /// The data folder is on a network file system, where only one machine may write.
  ///
  /// The associated value is the name of the file system.
  case networkFolder(String)
  /// The history contains entries that are so old that they can be dropped.
  ///
  /// - Parameters:
  ///     - before: the first month that is kept, such as `2026-08`.
  ///     - days: the number of days for which entries are kept.
  case expiredHistory(before: String, days: Int)

  /// Records refer to a tag that doesn't exist.
  ///
  /// - Parameter records: the number of such records.
  case missingTag(UUID, records: Int)
  case endBeforeStart(start: Date, end: Date)
  case startInFuture(Date)
  case longRunningTimer(since: Date)
  case duplicateTagName(String, [UUID])
  /// A record differs from the invoice that bills it, because it was changed by another program or
  /// while the invoice was unlocked.
  case billedRecord(InvoiceDifference, invoice: String)
  /// Records have the label `billed` with the number of an invoice that isn't stored here.
  ///
  /// - Parameter records: the number of such records.
  case invoiceMissing(String, records: Int)

  /// A configuration file can't be used.
  ///
  /// - Parameters:
  ///     - code: a stable error code for programs.
  ///     - message: the reason as one sentence.
  ///     - commands: the commands that it suggests.
  case configuration(code: String, _ message: String, commands: [String] = [])
}

/// The difference between a record and the invoice that bills it.
package enum InvoiceDifference: Sendable, Hashable, CaseIterable {
  /// Its time or its tag is another one.
  case changed
  /// It doesn't exist any more.
  case deleted
  /// It has the label `billed` with the number of the invoice, which doesn't list it.
  case unlisted
  /// It doesn't have the label `billed` with the number of the invoice.
  case unmarked
}

/// A program that syncs the data folder between machines.
package enum SyncProgram: Sendable, Hashable {
  case syncthing
  case git
  case dropbox

  /// The line for a sync program's ignore file.
  ///
  /// As a pattern, it matches the files that belong to one machine only.
  package static let line = ".minuta*"
}

/// The automatic remedy for a problem with the data folder.
package enum RepairAction: Sendable, Hashable {
  case merge(FileMerge)
  /// Moves the file to the trash, because another file has all of its content.
  case discard
  /// Renames the file, because it holds a separate record whose proper file name is different.
  case rename(to: String)
  /// Gives the record in the file a new id, because a different record has the same id.
  case newID(UUID)
  /// Restores the last version of the file from this machine's history.
  case restoreFromHistory
  /// Removes the byte order mark from the beginning of the file; the rest of the file is valid.
  case removeByteOrderMark
  /// Renames a copy of the tag file to the proper name, because the tag file is missing or damaged.
  case useCopy
  /// Adds the given line to the file, such as an ignore pattern.
  case addLine(String)
  /// Recreates a tag that records refer to.
  ///
  /// `isKnown` is true if this machine's history contains the tag, so its name and color are known.
  case recreateTag(Tag, isKnown: Bool)
  /// Merges tags with the same name into the first one, and moves the records of the others to it.
  ///
  /// `records` is the number of records that move.
  case mergeTags(into: Tag, [Tag], records: Int)
}

/// The merge of two versions of a JSON file.
package struct FileMerge: Sendable, Hashable {
  /// The path of the file that contains the result.
  package let path: String
  package let before: String
  package let copy: String
  package let after: String
  /// The JSON members that both versions changed in different ways.
  ///
  /// For these, the result contains the value of the later version.
  package let decided: [String]
  /// The later version, or the only billed one: the path of its file, or the line before or after it
  /// in a file with conflict markers, `<<<<<<<` or `>>>>>>>`.
  package let later: String
  /// The number of the invoice that bills one of two versions with different values; nil if none does.
  ///
  /// Such a merge isn't made unasked.
  package let invoice: String?

  package init(
    path: String,
    before: String,
    copy: String,
    after: String,
    decided: [String],
    later: String,
    invoice: String? = nil
  ) {
    self.path = path
    self.before = before
    self.copy = copy
    self.after = after
    self.decided = decided
    self.later = later
    self.invoice = invoice
  }
}
