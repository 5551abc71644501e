import IntentKit
import MinutaDesktop
import SystemCalls

/// The user's directory of systemd units, in which Minuta writes a timer and a service for each
/// schedule.
///
/// Files of other programs are never changed.
struct ScheduleDirectory {
  private let path: String
  /// The folder in which systemd notes when a timer last ran.
  private let stampFolder: String
  private let isConfirmed: Bool

  private static let sizeLimit = 1 << 20
  /// The folder of links to the timers that systemd starts at login.
  private static let linkFolder = "timers.target.wants"

  /// - Parameter isConfirmed: whether the user agreed to lose changes of files by hand.
  init(_ environment: Environment, isConfirmed: Bool = false) {
    self.isConfirmed = isConfirmed
    path = environment.baseFolder("XDG_CONFIG_HOME", ".config") + "/systemd/user"
    stampFolder = environment.baseFolder("XDG_DATA_HOME", ".local/share") + "/systemd/timers"
  }

  /// A schedule, as read from its files.
  struct Entry {
    let name: String
    let calendar: String
    /// The words of the command.
    let words: [String]
    /// The command as a person types it.
    var command: String { words.map(\.quotedForShell).joined(separator: " ") }
  }

  /// Returns the path of a schedule's timer.
  func timer(_ name: String) -> String { "\(path)/\(WorkflowSchedule.timerFile(name))" }
  private func service(_ name: String) -> String { "\(path)/\(WorkflowSchedule.serviceFile(name))" }
  private func link(_ name: String) -> String {
    "\(path)/\(Self.linkFolder)/\(WorkflowSchedule.timerFile(name))"
  }

  /// Returns the schedules that Minuta wrote, sorted by name.
  func entries() throws(Failure) -> [Entry] {
    let files: [String]
    do throws(SystemError) {
      files = try Directory.names(in: path) ?? []
    } catch {
      throw .unreadableFile(path, reason: error.reason)
    }
    var entries: [Entry] = []
    for name in files.sorted().compactMap(WorkflowSchedule.name(inTimerFile:)) {
      guard let timer = try content(timer(name)), WorkflowSchedule.isOwn(timer) else { continue }
      let service = try content(service(name)) ?? ""
      entries.append(
        Entry(
          name: name,
          calendar: WorkflowSchedule.calendar(inTimer: timer) ?? "",
          words: WorkflowSchedule.command(inService: service) ?? []
        )
      )
    }
    return entries
  }

  /// Writes a schedule's files, in place of those of a schedule of the same name.
  ///
  /// - Returns: Whether there was one.
  func write(_ schedule: WorkflowSchedule, isDryRun: Bool) throws(Failure) -> Bool {
    let name = schedule.name
    var isReplaced = false
    // The timer comes last, so that it never starts a service that isn't complete.
    let files = [(service(name), schedule.service), (timer(name), schedule.timer)]
      .map { ($0, $1.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)) }
    for (path, new) in files where try isPresent(path) {
      guard let content = try content(path), WorkflowSchedule.isOwn(content) else {
        throw .foreignUnit(path)
      }
      try check(content, of: path, before: new)
      isReplaced = true
    }
    if isDryRun { return isReplaced }
    do throws(SystemError) {
      _ = try Directory.make("\(path)/\(Self.linkFolder)")
      for (path, lines) in files {
        let sum = "# " + ChecksumComment.text(for: Array(lines.dropFirst()))
        let text = (lines.prefix(1) + [sum] + lines.dropFirst()).joined(separator: "\n")
        try AtomicFileWriter.replace(path, with: Array(text.utf8), permissions: 0o644)
      }
      if try FileStatus.of(link(name), following: false) == nil {
        try Directory.symbolicLink(link(name), to: "../\(WorkflowSchedule.timerFile(name))")
      }
      try removeStamp(name)
    } catch {
      throw .unwritableFile(error.path ?? timer(name), reason: error.reason)
    }
    return isReplaced
  }

  /// Removes a schedule's files.
  ///
  /// - Throws: `Failure.unknownSchedule` if Minuta wrote no schedule of this name.
  func remove(_ name: String, isDryRun: Bool) throws(Failure) {
    let names = try entries().map(\.name)
    guard names.contains(name) else {
      throw .unknownSchedule(name, near: TypoSuggester.closest(to: name, in: names))
    }
    var own: [String] = []
    for path in [timer(name), service(name)] {
      guard let content = try content(path), WorkflowSchedule.isOwn(content) else { continue }
      try check(content, of: path, before: [])
      own.append(path)
    }
    if isDryRun { return }
    do throws(SystemError) {
      for path in [link(name)] + own { try unlink(path) }
      try removeStamp(name)
    } catch {
      throw .unwritableFile(error.path ?? timer(name), reason: error.reason)
    }
  }

  /// Throws if new lines in a file would lose changes by hand, unless that is confirmed.
  private func check(_ text: String, of path: String, before new: [String]) throws(Failure) {
    if isConfirmed { return }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropFirst()
    try ChecksumComment.check(lines.map(String.init), in: "'\(path)'", before: new)
  }

  /// Removes the time of the last run.
  ///
  /// With it, systemd would catch up on a run between that time and a new schedule.
  private func removeStamp(_ name: String) throws(SystemError) {
    try unlink("\(stampFolder)/stamp-\(WorkflowSchedule.timerFile(name))")
  }

  private func unlink(_ path: String) throws(SystemError) {
    do throws(SystemError) {
      try Directory.unlink(path)
    } catch {
      if !error.isMissing { throw error }
    }
  }

  /// Whether something exists at a path, even if it is a broken link.
  private func isPresent(_ path: String) throws(Failure) -> Bool {
    do throws(SystemError) {
      return try FileStatus.of(path, following: false) != nil
    } catch {
      throw .unreadableFile(path, reason: error.reason)
    }
  }

  /// Returns the content of a file; nil if it doesn't exist, is a link, or isn't a regular file.
  private func content(_ path: String) throws(Failure) -> String? {
    do throws(SystemError) {
      guard try FileStatus.of(path, following: false)?.kind == .regular else { return nil }
      let bytes = try FileDescriptor(opening: path, for: .readingNoFollow)
        .readAll(limit: Self.sizeLimit)
      return String(decoding: bytes, as: UTF8.self)
    } catch {
      throw .unreadableFile(path, reason: error.reason)
    }
  }
}
