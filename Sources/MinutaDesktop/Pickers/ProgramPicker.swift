package import IntentKit
import SystemCalls

/// A picker that shows questions with a program.
package struct ProgramPicker: Picker {
  private let program: any PickerProgram
  private let environment: [String: String]
  private let timeout: Duration

  private static let outputLimit = 1 << 20

  /// Creates a picker.
  ///
  /// - Parameters:
  ///   - environment: the environment variables of the program, which is found through their `PATH`.
  ///   - timeout: the time after which a question without an answer is closed.
  package init(
    _ program: any PickerProgram,
    environment: [String: String],
    timeout: Duration = .seconds(300)
  ) {
    self.program = program
    self.environment = environment
    self.timeout = timeout
  }

  package func answer(to question: PickerQuestion) async throws(Failure) -> PickerAnswer? {
    let lines = program.lines(question.rows.map(PickerText.row), of: question)
    let arguments = program.arguments(for: question, prompt: PickerText.row(question.prompt))
    let result: ProgramRunner.Result
    do {
      result = try await run(arguments, input: lines.map { $0 + "\n" }.joined())
    } catch let error as ProgramError {
      // The question was open for too long.
      if case .timedOut = error { return nil }
      throw .pickerFailed(program.name, error.reason)
    } catch {
      // This process is ending.
      return nil
    }
    let output = String(decoding: result.output, as: UTF8.self)
    // fzf also ends with 1 if a text was typed that matches no row.
    if result.code == 0 || result.code == 1, !output.isEmpty {
      let text = output.hasSuffix("\n") ? String(output.dropLast()) : output
      return program.answer(text, to: question, lines: lines)
    }
    if let reason = result.reasonOfFailure { throw .pickerFailed(program.name, reason) }
    return nil
  }

  private func run(
    _ arguments: [String],
    input: String
  ) async throws -> ProgramRunner.Result {
    try await ProgramRunner(
      program.name,
      arguments,
      environment: environment,
      usesTerminal: program.usesTerminal
    ).run(
      input: Array(input.utf8),
      outputLimit: Self.outputLimit,
      // A killed program would leave the terminal without echo.
      timeout: program.usesTerminal ? nil : timeout
    )
  }
}

extension ProgramRunner.Result {
  /// The words in the errors of a program that has a wrong flag or no font, that can't open its window,
  /// or that can't get the keyboard because another menu is open.
  private static let wordsOfFailure = [
    "already running", "compositor", "display", "grab", "layer", "no fonts", "usage:", "wayland",
  ]

  /// The reason why a picker couldn't show its rows; nil if the person closed it.
  ///
  /// A closed picker has the same exit code as one that can't open a window, and some print warnings
  /// at any time, so the reason is recognized by its words.
  fileprivate var reasonOfFailure: String? {
    if code < 0 { return "signal \(-code) ended it" }
    guard code != 0 else { return nil }
    let line = errors.split(separator: "\n").first { line in
      Self.wordsOfFailure.contains { line.lowercased().contains($0) }
    }
    return line.map(String.init)
  }
}
