import Foundation
import IntentKit
import JSONText
import MinutaDesktop
import MinutaIntents
import SystemCalls

extension SystemActions {
  /// The means of a desktop: notify-send, and the user's files.
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
          throw OutcomeError(
            .failure,
            code: "unwritableFile",
            message: "Cannot write \(file.quoted): \(error.reasonOfRefusal).",
            data: ["file": .string(file)]
          )
        }
        return file
      }
    )
  }
}

extension Environment {
  /// Returns the absolute path of a file that a call names.
  fileprivate func file(_ path: String) throws(OutcomeError) -> String {
    do throws(UsageError) {
      return try absolute(path)
    } catch {
      throw error.outcomeError
    }
  }
}

extension SystemError {
  /// The reason why a file was not written, as part of a sentence.
  fileprivate var reasonOfRefusal: String {
    if isUntrustedLink, let path { return "the link \(path.quoted) belongs to another user" }
    return isNotRegular ? "it is not a regular file" : reason
  }
}
