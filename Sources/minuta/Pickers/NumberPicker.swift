import IntentKit
import MinutaCore
import MinutaDesktop

/// A picker that prints numbered rows at the terminal and reads a number or a text.
struct NumberPicker: Picker {
  let console: Console
  /// Reads a typed line; nil at end of input.
  var readLine: @Sendable () -> String? = { Swift.readLine() }

  func answer(to question: PickerQuestion) -> PickerAnswer? {
    console.printError("\(question.prompt.escapedForTerminal):")
    let width = "\(question.rows.count)".count
    for (index, row) in question.rows.enumerated() {
      let number = String(repeating: " ", count: width - "\(index + 1)".count) + "\(index + 1)"
      console.printError("  \(number)  \(row.escapedForTerminal)")
    }
    console.writeError(Self.request(for: question))
    guard let line = readLine().map({ String($0.trimmed) }), !line.isEmpty else { return nil }
    if let number = Int(line), question.rows.indices.contains(number - 1) {
      return .row(number - 1)
    }
    // Beside rows, any other number is a typo.
    if question.allowsTyping, question.rows.isEmpty || Int(line) == nil { return .typed(line) }
    console.printError(TerminalPrompt.notANumber(line, to: question.rows.count))
    return nil
  }

  private static func request(for question: PickerQuestion) -> String {
    let count = question.rows.count
    if count == 0 { return "Enter a text, or nothing to cancel: " }
    let text = question.allowsTyping ? ", a new text" : ""
    return "Enter a number from 1 to \(count)\(text), or nothing to cancel: "
  }
}
