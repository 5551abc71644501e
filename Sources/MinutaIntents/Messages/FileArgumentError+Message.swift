import IntentKit
import JSONText

extension FileArgumentError {
  /// Returns the error to report for a file argument of a call.
  func intentError(_ path: String, _ pointer: JSONPointer) -> IntentError {
    switch self {
    case .notRegular: invalid(path, pointer, "a regular file")
    case .tooLarge(let limit): invalid(path, pointer, "a file of at most \(limit >> 20) MiB")
    case .unreadable(let reason):
      .failed(
        OutcomeError(
          .badInput,
          code: "unreadableFile",
          message: "Can't read \(path.quoted): \(reason).",
          data: ["path": .string(pointer.description), "file": .string(path)]
        )
      )
    }
  }

  private func invalid(_ path: String, _ pointer: JSONPointer, _ expected: String) -> IntentError {
    .invalidValue(
      ValidationError(pointer, .invalidFormat(expected: expected, found: .string(path)))
    )
  }
}
