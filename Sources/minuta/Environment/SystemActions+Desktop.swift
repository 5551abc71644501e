import Foundation
import IntentKit
import JSONText
import MinutaDesktop
import MinutaIntents
import SystemCalls

extension SystemActions {
  /// Creates the actions of a desktop: notifications by notify-send, and the user's files.
  init(_ environment: Environment) {
    self.init(
      notify: { title, text throws(OutcomeError) in
        try await Notifier(environment: environment.variables).show(title, text)
      },
      write: { path, bytes throws(OutcomeError) in
        let file = try environment.file(path)
        do throws(SystemError) {
          try AtomicFileWriter.replaceContent(of: file, with: bytes)
        } catch {
          throw OutcomeError.unwritableFile(file, reason: error.reasonOfRefusal)
        }
        return file
      }
    )
  }
}

extension Environment {
  /// Returns the absolute path of a file named in a call.
  fileprivate func file(_ path: String) throws(OutcomeError) -> String {
    do throws(UsageError) {
      return try absolute(path)
    } catch {
      throw error.outcomeError
    }
  }
}

extension SystemError {
  /// The reason why a file can't be written, as a clause.
  fileprivate var reasonOfRefusal: String {
    if isUntrustedLink, let path { return "the link \(path.quoted) belongs to another user" }
    return isNotRegular ? "it is not a regular file" : reason
  }
}
