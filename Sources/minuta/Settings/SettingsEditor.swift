import Foundation
import IntentKit
import SystemCalls

/// Opens the settings file in the user's editor, and saves the text if it is valid.
struct SettingsEditor {
  let environment: Environment
  /// Reads the answer to a prompt; nil at end of input.
  var readLine: () -> String? = { Swift.readLine() }

  /// Runs the editor on a copy of the settings file.
  ///
  /// - Parameter canAsk: whether the user can be asked to correct a mistake.
  /// - Returns: A sentence about the change.
  /// - Throws: `Failure` if the text is invalid; the copy is kept then.
  func edit(canAsk: Bool) throws -> String {
    let old = try Settings.content(of: environment) ?? Array("{\n}\n".utf8)
    let folder = "\(environment.temporaryFolder)/minuta-\(environment.makeID().uuidString)"
    let copy = "\(folder)/settings.json"
    try write(old, to: copy)
    while true {
      try runEditor(on: copy)
      let new = try read(copy)
      do throws(Failure) {
        _ = try Settings(parsing: new, file: copy)
      } catch {
        if canAsk, wantsToCorrect(error) { continue }
        throw Failure.settingsNotSaved(copy, error)
      }
      if new != old { try Settings.write(new, to: environment.settings) }
      try? FileManager.default.removeItem(atPath: folder)
      return new == old ? "The settings are unchanged." : "Saved '\(environment.settings)'."
    }
  }

  private func wantsToCorrect(_ error: Failure) -> Bool {
    let console = Console(environment)
    console.printError("minuta: \(error.message.escapedForTerminal)")
    console.writeError("Edit again? [Y/n] ")
    return ["", "y", "yes"].contains(readLine()?.lowercased())
  }

  private func runEditor(on file: String) throws(Failure) {
    let variables = environment.variables
    let chosen = [variables["VISUAL"], variables["EDITOR"]].compactMap(\.self)
    let editor = chosen.first { !$0.isEmpty } ?? "vi"
    let code: CInt
    do throws(SystemError) {
      code = try ForegroundProcess.run(
        "/bin/sh",
        ["-c", "\(editor) \"$1\"", "sh", file],
        environment: variables,
        folder: environment.currentFolder
      )
    } catch {
      throw .editorFailed(editor, error.reason)
    }
    if code != 0 { throw .editorFailed(editor, "exit code \(code)") }
  }

  private func write(_ bytes: [UInt8], to file: String) throws(Failure) {
    do throws(SystemError) {
      try AtomicFileWriter.replace(file, with: bytes)
    } catch {
      throw .unwritableFile(file, reason: error.reason)
    }
  }

  private func read(_ file: String) throws(Failure) -> [UInt8] {
    do throws(SystemError) {
      return try FileDescriptor(opening: file, for: .reading).readAll(limit: Settings.limit)
    } catch {
      throw .unreadableFile(file, reason: error.reason)
    }
  }
}
