package import Foundation

/// Something that is wrong with a store, and what can be done about it.
package struct StoreFinding: Sendable, Hashable {
  package let problem: StoreProblem
  /// The path within the store; absolute for a file outside.
  package let file: String?
  package let record: UUID?
  /// What a repair does; nil where a person has to.
  package let remedy: RepairAction?
  /// The files that the remedy changes; nil where it changes records or tags.
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

/// What can be wrong with a store; reasons are parts of sentences.
package enum StoreProblem: Sendable, Hashable {
  /// A sync or git left a second version of a record.
  ///
  /// - Parameter reason: why it cannot be used, if it cannot.
  case conflictCopy(reason: String?)
  /// Git left both versions in one file.
  case conflictMarkers(reason: String?)
  /// Another file holds a record of the same id.
  case duplicateID(of: String)
  /// A second file of tags; while it is there nothing writes tags.
  case tagsCopy(reason: String?)
  /// The file of tags is not there, which something else speaks against.
  case tagsMissing(although: String)
  /// A sync is not done with a file, or was cut off.
  case incompleteSync(reason: String)
  case unreadableFile(reason: String)
  /// A file that nothing of ours names.
  case stray
  case imageMissing(String)
  /// What a record names as an image and can be none, such as a path; no such file is touched.
  case imageNameUnusable(String)
  /// A link, a pipe, a folder where a file should be, or a folder that lies too deep.
  case notAFile(reason: String)
  /// Something of ours that was never finished.
  case abandonedTemporary
  /// A machine was stopped within a change; nil for this machine.
  case openTransaction(machine: String?)
  /// Another user owns, or can write, a journal with an unfinished change, which therefore stays so.
  ///
  /// - Parameters:
  ///   - reason: a predicate.
  ///   - remedy: a sentence.
  case untrustedJournal(reason: String, remedy: String)
  /// A file of ours belongs to another user, as after a call with sudo.
  ///
  /// - Parameter remedy: a command.
  case foreignOwner(String, remedy: String)
  case notIgnored(by: SyncProgram, at: String)
  /// Two machines must not write into a folder on a file system of this name.
  case networkFolder(String)

  /// Records name a tag that is not there.
  case missingTag(UUID, records: Int)
  case endBeforeStart(start: Date, end: Date)
  case startInFuture(Date)
  case longRunningTimer(since: Date)
  case duplicateTagName(String, [UUID])

  /// A file of the user's configuration can't be used.
  ///
  /// - Parameters:
  ///   - code: a stable word for the reason.
  ///   - message: the reason as one sentence.
  case configuration(code: String, _ message: String)
}

/// What copies the folder to other machines.
package enum SyncProgram: Sendable, Hashable {
  case syncthing
  case git
  case dropbox

  /// The line that keeps it away from what one machine alone needs.
  package static let line = ".minuta*"
}

/// What a repair does about a problem.
package enum RepairAction: Sendable, Hashable {
  case merge(FileMerge)
  /// Nothing in it is lost: it goes into the trash.
  case discard
  /// It gets a name of its own.
  case rename(to: String)
  /// It is another record and gets an id of its own.
  case newID(UUID)
  /// The file as this machine's history had it last.
  case restoreFromHistory
  /// The content is right but for a mark in front of it.
  case removeByteOrderMark
  /// The copy takes the place of a file that is gone or bad.
  case useCopy
  /// A line is added to the file.
  case addLine(String)
  /// The tag is made again; from this machine's history where that knows it.
  case recreateTag(Tag, isKnown: Bool)
  /// Tags of one name become one, and their records get it.
  case mergeTags(into: Tag, [Tag], records: Int)
}

/// Two versions of a file made one; texts are JSON.
package struct FileMerge: Sendable, Hashable {
  /// The file that stays.
  package let path: String
  package let before: String
  package let copy: String
  package let after: String
  /// The members that differ on both sides, of which the later version counts.
  package let decided: [String]
  /// The version that counted for them.
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
