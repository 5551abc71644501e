import Foundation
import IntentKit
import JSONText
import MinutaCore
import MinutaDesktop
import MinutaExport
import MinutaIntents
import MinutaStore
import SystemCalls

extension SystemActions {
  /// Creates the actions of a desktop: notifications by notify-send, and the user's files.
  ///
  /// - Parameters:
  ///   - days: the calendar for local times in files.
  ///   - storage: the data folder to sync; nil if there is none.
  init(_ environment: Environment, days: LocalCalendar, storage: StorageConfiguration?) {
    let output = { @Sendable (path: String) throws(Failure) in
      try environment.output(path, outside: storage.map { [$0.location.path] } ?? [])
    }
    self.init(
      notify: { title, text throws(Failure) in
        try await Notifier(environment: environment.variables).show(title, text)
      },
      output: output,
      write: { path, bytes throws(Failure) in
        let file = try output(path)
        do throws(SystemError) {
          try AtomicFileWriter.replaceContent(of: file, with: bytes)
        } catch {
          throw Failure.unwritableFile(file, reason: error.reasonOfRefusal)
        }
        return file
      },
      openImport: { path throws(Failure) in try ImportPath.open(path, environment) },
      syncService: storage.map { GitSyncService($0) } ?? UnavailableSyncService(),
      days: days,
      rules: storage?.settings.timeRules ?? TimeRules(),
      makeID: environment.makeID
    )
  }
}

extension SystemError {
  /// The reason why a file can't be written, as a clause.
  var reasonOfRefusal: String {
    if isUntrustedLink, let path { return "the link \(path.quoted) belongs to another user" }
    return isNotRegular ? "it is not a regular file" : reason
  }
}
