package import IntentKit
import JSONText

/// The failures of a parameter that names a file to read.
extension Failure {
  package static func notRegularFile(_ path: String, for parameter: String) -> Failure {
    invalidPath(path, parameter, "a regular file")
  }

  package static func fileTooLarge(_ path: String, for parameter: String, limit: Int) -> Failure {
    invalidPath(path, parameter, "a file of at most \(limit >> 20) MiB")
  }

  /// The failure of a file that isn't text and would be shown at a terminal.
  static func binaryAtTerminal(_ format: String) -> Failure {
    Failure(
      .badInput,
      code: "invalidValue",
      message: "A \(format) file can't be shown at a terminal. "
        + "Write it with --output FILE.\(format), or redirect it with > FILE.\(format).",
      data: ["path": .string(JSONPointer(["format"]).description)]
    )
  }

  private static func invalidPath(_ path: String, _ parameter: String, _ expected: String)
    -> Failure
  {
    .invalidValue(
      ValidationError(parameter, .invalidFormat(expected: expected, found: .string(path)))
    )
  }

  /// The failure of a file that the system refused to read.
  package static func unreadableFile(
    _ path: String,
    for parameter: String,
    reason: String
  ) -> Failure {
    Failure(
      .badInput,
      code: "unreadableFile",
      message: "Can't read \(path.quoted): \(reason).",
      data: ["path": .string(JSONPointer([parameter]).description), "file": .string(path)]
    )
  }
}
