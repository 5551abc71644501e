import IntentKit
import JSONText
import MinutaCore

/// Prompts the person at the terminal for a call's required input.
struct TerminalPrompt {
  let console: Console

  /// Prompts for each requested field in turn; returns nil if the person doesn't answer or
  /// declines.
  func answers(to request: InputRequest) -> JSONObject? {
    // Only Minuta's own questions have no state, and may have lines.
    let lines =
      request.state == nil
      ? request.message.split(separator: "\n").map(String.init) : [request.message]
    // The answer to a question of yes or no stands behind it.
    let fields = request.fields
    let isQuestion =
      fields.count == 1 && fields[0].isRequired && fields[0].schema["type"] == "boolean"
    let question = isQuestion ? lines.last : nil
    for line in lines.dropLast(question == nil ? 0 : 1) {
      console.printError(line.escapedForTerminal)
    }
    var answers = JSONObject()
    for field in fields {
      let value = answer(field, question)
      if value == nil, field.isRequired { return nil }
      answers[field.name] = value
    }
    // If every field is optional, a person may skip them all without meaning to agree, so ask for a
    // confirmation.
    if fields.contains(where: \.isRequired) { return answers }
    console.writeError("[y/N] ")
    return isYes(console.readLine().map { String($0.trimmed) } ?? "") ? answers : nil
  }

  private func isYes(_ line: String) -> Bool { ["y", "yes"].contains(line.lowercased()) }

  /// Prompts for a value; returns nil if there is no answer, or if it isn't a choice.
  ///
  /// It doesn't ask again, because it would take the command lines that a person goes on to type.
  ///
  /// - Parameter question: the question that stands before the answer; nil if it has been printed.
  private func answer(_ field: InputRequest.InputField, _ question: String?) -> JSONValue? {
    let choices = field.choices ?? []
    for (index, choice) in choices.enumerated() {
      let title = choice.title.markingLineBreaks(console.style.lineBreak)
      console.printError(title.escapedForTerminal, after: "  \(index + 1)  ")
    }
    if choices.isEmpty, field.schema["type"] != "boolean",
      let description = field.schema["description"]?.string
    {
      console.printError(description.escapedForTerminal)
    }
    let question = question.map { "\($0.escapedForTerminal) " } ?? ""
    console.writePrompt(question + prompt(field, choices))
    guard let line = console.readLine().map({ String($0.trimmed) }), !line.isEmpty else {
      return nil
    }
    let value = value(line, field, choices)
    if value == nil { console.printError(Self.notANumber(line, to: choices.count)) }
    return value
  }

  /// Returns the sentence about an answer that isn't the number of a choice.
  private static func notANumber(_ line: String, to count: Int) -> String {
    "\(line.quoted.escapedForTerminal) isn't a number from 1 to \(count)."
  }

  private func prompt(_ field: InputRequest.InputField, _ choices: [InputChoice]) -> String {
    if !choices.isEmpty {
      return "Enter a number from 1 to \(choices.count), or nothing to cancel: "
    }
    if field.schema["type"] == "boolean" { return "[y/N] " }
    let title = field.schema["title"]?.string ?? field.name
    return "\(title.escapedForTerminal): "
  }

  private func value(_ line: String, _ field: InputRequest.InputField, _ choices: [InputChoice])
    -> JSONValue?
  {
    if choices.isEmpty { return field.value(typed: line) }
    if let number = Int(line), choices.indices.contains(number - 1) {
      return choices[number - 1].value
    }
    let named = choices.filter { $0.isNamed(line) }
    guard named.count == 1 else { return nil }
    return named[0].value
  }
}

extension InputChoice {
  /// Whether the title begins with a name in quotes, as in `'Work', running since 09:30`.
  fileprivate func isNamed(_ name: String) -> Bool {
    let (title, name) = (title.lowercased(), name.lowercased().quoted)
    return title == name || title.hasPrefix("\(name),")
  }
}
