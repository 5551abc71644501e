package import Foundation

/// A problem with the store, and its remedy if there is one.
package struct StoreFinding: Sendable, Hashable {
  package let problem: StoreProblem
  /// The path relative to the data folder, or an absolute path for a file outside it.
  package let file: String?
  package let record: UUID?
  /// The automatic remedy, or nil if the user must fix the problem.
  package let remedy: RepairAction?
  /// The files that the remedy changes, or nil if it changes records or tags.
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

/// A kind of problem with the store; each `reason` is a sentence fragment.
package enum StoreProblem: Sendable, Hashable {
  /// A sync program or git left a second version of a record.
  ///
  /// - Parameter reason: why the copy can't be used. Nil if it can be used.
  case conflictCopy(reason: String?)
  /// Git left conflict markers: one file contains both versions.
  case conflictMarkers(reason: String?)
  /// Another file holds a record with the same id.
  case duplicateID(of: String)
  /// There is a second tag file.
  ///
  /// Tags can't be changed until it is gone.
  case tagsCopy(reason: String?)
  /// The tag file is missing, although other files show that it must have existed.
  case tagsMissing(although: String)
  /// A sync program hasn't finished writing a file, or was interrupted.
  case incompleteSync(reason: String)
  case unreadableFile(reason: String)
  /// A file that is neither a record nor an image of one.
  case stray
  case imageMissing(String)
  /// A record's image name isn't a valid file name, for example a path.
  ///
  /// The file it names isn't touched.
  case imageNameUnusable(String)
  /// A symbolic link, a pipe, a directory in place of a file, or a directory that is nested too
  /// deeply.
  case notAFile(reason: String)
  /// A temporary file of an interrupted write.
  case abandonedTemporary
  /// A machine stopped in the middle of a change.
  ///
  /// - Parameter machine: the machine, or nil for this one.
  case openTransaction(machine: String?)
  /// A journal with an unfinished change belongs to another user, or another user can write to it.
  ///
  /// It isn't replayed.
  ///
  /// - Parameters:
  ///   - reason: a predicate.
  ///   - remedy: a sentence.
  case untrustedJournal(reason: String, remedy: String)
  /// A store file belongs to another user, for example after a call with sudo.
  ///
  /// - Parameter remedy: a command.
  case foreignOwner(String, remedy: String)
  case notIgnored(by: SyncProgram, at: String)
  /// The data folder is on a network file system of this name, where only one machine may write.
  case networkFolder(String)

  /// Records refer to a tag that doesn't exist.
  case missingTag(UUID, records: Int)
  case endBeforeStart(start: Date, end: Date)
  case startInFuture(Date)
  case longRunningTimer(since: Date)
  case duplicateTagName(String, [UUID])

  /// A configuration file can't be used.
  ///
  /// - Parameters:
  ///   - code: a stable error code.
  ///   - message: the reason as one sentence.
  case configuration(code: String, _ message: String)
}

/// A program that syncs the data folder between machines.
package enum SyncProgram: Sendable, Hashable {
  case syncthing
  case git
  case dropbox

  /// The ignore pattern for the files that belong to one machine only.
  package static let line = ".minuta*"
}

/// The automatic remedy for a problem.
package enum RepairAction: Sendable, Hashable {
  case merge(FileMerge)
  /// Moves the file to the trash, because it contains nothing unique.
  case discard
  /// Renames the file, because its name is taken.
  case rename(to: String)
  /// Gives the record a new id, because it is a different record.
  case newID(UUID)
  /// Restores the file from this machine's history.
  case restoreFromHistory
  /// Removes the byte order mark; the rest of the file is valid.
  case removeByteOrderMark
  /// Replaces a missing or damaged file with its copy.
  case useCopy
  /// Adds a line to the file.
  case addLine(String)
  /// Recreates the tag, from this machine's history if it is known there.
  case recreateTag(Tag, isKnown: Bool)
  /// Merges tags that have the same name, and moves their records to the merged tag.
  case mergeTags(into: Tag, [Tag], records: Int)
}

/// The merge of two versions of a JSON file.
package struct FileMerge: Sendable, Hashable {
  /// The path of the merged file.
  package let path: String
  package let before: String
  package let copy: String
  package let after: String
  /// The members that differ in both versions.
  ///
  /// The later version wins.
  package let decided: [String]
  /// The path of the later version, or the conflict marker of that part.
  package let later: String

  package init(
    path: String,
    before: String,
    copy: String,
    after: String,
    decided: [String],
    later: String
  ) {
    self.path = path
    self.before = before
    self.copy = copy
    self.after = after
    self.decided = decided
    self.later = later
  }
}
