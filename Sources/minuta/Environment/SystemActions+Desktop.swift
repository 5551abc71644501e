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
      notify: { title, text throws(Failure) in
        try await Notifier(environment: environment.variables).show(title, text)
      },
      write: { path, bytes throws(Failure) in
        let file = try environment.absolute(path)
        do throws(SystemError) {
          try AtomicFileWriter.replaceContent(of: file, with: bytes)
        } catch {
          throw Failure.unwritableFile(file, reason: error.reasonOfRefusal)
        }
        return file
      }
    )
  }
}

extension SystemError {
  /// The reason why a file can't be written, as a clause.
  fileprivate var reasonOfRefusal: String {
    if isUntrustedLink, let path { return "the link \(path.quoted) belongs to another user" }
    return isNotRegular ? "it is not a regular file" : reason
  }
}
