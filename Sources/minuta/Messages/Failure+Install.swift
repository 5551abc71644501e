import IntentKit
import JSONText

/// The failures of `minuta install`.
extension Failure {
  static func notInstalled(_ prefix: String) -> Failure {
    Failure(
      .badInput,
      code: "notInstalled",
      message: "Nothing is installed in '\(prefix)'. Name another folder with '--prefix'."
    )
  }

  /// The failure of a removal while key bindings or schedules would call the missing program.
  ///
  /// - Parameter commands: the commands that remove these.
  static func installationInUse(_ commands: [String]) -> Failure {
    let sentence = "Key bindings or schedules still call Minuta, so nothing was removed."
    return Failure(
      .needsInput,
      code: "confirmationNeeded",
      message: "\(sentence) Remove them first, or add '--yes'.".suggesting(lines: commands),
      data: ["commands": .array(commands.map { .string($0) })]
    )
  }

  /// The failure of a completion or editor package that another version of the program installed.
  static func outdatedInstallation(_ file: String) -> Failure {
    Failure(
      .failed,
      code: "outdatedInstallation",
      message: "'\(file)' isn't that of this program. Replace it.".suggesting("install"),
      data: ["file": .string(file)]
    )
  }

  /// The failure of an installation over files that it didn't write.
  ///
  /// - Parameters:
  ///   - file: the first of the files.
  ///   - count: the number of the files.
  static func foreignFilesInPrefix(_ file: String, count: Int) -> Failure {
    let others = count > 1 ? " (and \(count - 1) more)" : ""
    let sentence = "'\(file)'\(others) was changed, or wasn't written by 'minuta install'"
    return Failure(
      .badInput,
      code: "fileExists",
      message: "\(sentence), so nothing was installed. Move it away, or replace it with '--yes'.",
      data: ["file": .string(file)]
    )
    .requesting("confirm", schema: ["type": "boolean"], question: "\(sentence). Replace it?")
  }
}
