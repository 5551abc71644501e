import Foundation
import IntentKit
import SystemCalls

/// The user's editor: the program that `VISUAL` or `EDITOR` names.
struct TextEditor {
  let environment: Environment
  /// Whether the user can be asked to correct a mistake.
  let canAsk: Bool
  /// Whether an editor that no variable names, which needs a terminal, can be opened.
  let allowsStandardEditor: Bool

  /// A mistake in an edited text.
  struct Mistake: Error {
    let failure: Failure
    /// The text to edit again, in which the mistake may be marked.
    let text: [UInt8]
  }

  /// Edits a text until it is accepted.
  ///
  /// - Parameters:
  ///   - name: the name of the temporary file with the text.
  ///   - accept: uses the edited text, which is in a file, or throws `Mistake`.
  /// - Returns: The result of `accept`.
  /// - Throws: `Failure` if the text has a mistake that nobody corrects; the file is kept then.
  func edit<Result>(
    _ text: [UInt8],
    named name: String,
    _ accept: (_ text: [UInt8], _ file: String) async throws -> Result
  ) async throws -> Result {
    let editor = try program()
    let folder = "\(environment.temporaryFolder)/minuta-\(environment.makeID().uuidString)"
    let file = "\(folder)/\(name)"
    try write(text, to: file)
    while true {
      if let reason = failure(of: editor, on: file) {
        // An editor that fails, as by `:cq` in vi, usually leaves the text as it is.
        let isUnchanged = (try? read(file)) == text
        if isUnchanged { try? FileManager.default.removeItem(atPath: folder) }
        throw Failure.editorFailed(editor, reason, keepingTextIn: isUnchanged ? nil : file)
      }
      do {
        let result = try await accept(try read(file), file)
        try? FileManager.default.removeItem(atPath: folder)
        return result
      } catch let mistake as Mistake {
        try write(mistake.text, to: file)
        if canAsk, wantsToCorrect(mistake.failure) { continue }
        throw Failure.editedTextNotSaved(file, mistake.failure)
      } catch let failure as Failure {
        throw Failure.editedTextNotSaved(file, failure)
      }
    }
  }

  private func wantsToCorrect(_ failure: Failure) -> Bool {
    let console = Console(environment)
    console.printError("minuta: " + failure.notice)
    console.writeError("Edit again? [Y/n] ")
    return console.readLine().map { ["", "y", "yes"].contains($0.lowercased()) } ?? false
  }

  /// Returns the user's editor, or else the standard one.
  private func program() throws(Failure) -> String {
    let names = [environment.variables["VISUAL"], environment.variables["EDITOR"]]
    if let name = names.compactMap(\.self).first(where: { !$0.isEmpty }) { return name }
    if !allowsStandardEditor { throw .noEditor }
    return "vi"
  }

  /// Opens a file in an editor.
  ///
  /// - Returns: The reason why the editor failed; nil if it didn't.
  private func failure(of editor: String, on file: String) -> String? {
    do throws(SystemError) {
      let code = try ForegroundProcess.run(
        "/bin/sh",
        ["-c", "\(editor) \"$1\"", "sh", file],
        environment: environment.variables,
        folder: environment.currentFolder,
        streams: environment.streams
      )
      return code == 0 ? nil : "exit code \(code)"
    } catch {
      return error.reason
    }
  }

  private func write(_ text: [UInt8], to file: String) throws(Failure) {
    do throws(SystemError) {
      try AtomicFileWriter.replace(file, with: text)
    } catch {
      throw .unwritableFile(file, reason: error.reason)
    }
  }

  private func read(_ file: String) throws(Failure) -> [UInt8] {
    do throws(SystemError) {
      return try FileDescriptor(opening: file, for: .reading).readAll(limit: Self.limit)
    } catch {
      throw .unreadableFile(file, reason: error.reason)
    }
  }

  /// The largest size of a text in bytes.
  private static let limit = 64 << 20
}
