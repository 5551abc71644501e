import IntentKit
import JSONText

/// A way in which the positional arguments of a command line can be read.
struct EntryReading {
  /// The parameters that the arguments set, in order; the parameter of a list can occur repeatedly.
  let values: [(name: String, word: String)]

  /// The reading as flags, such as `--tag Phase --at 9`, which can be read in one way only.
  var flags: String {
    values.map { "--\($0.name.kebabCased) \($0.word.quotedForShell)" }.joined(separator: " ")
  }
}

extension [EntryReading] {
  /// Returns the reading that is meant; nil if a person chooses none.
  ///
  /// - Parameter prompt: asks a person; nil if nobody can be asked.
  /// - Throws: `Failure` if there are several and nobody can be asked.
  func chosen(with prompt: TerminalPrompt?) throws(Failure) -> EntryReading? {
    guard count > 1 else { return first }
    let texts = map(\.flags)
    guard let prompt else { throw .ambiguousWords(texts) }
    let choices = texts.enumerated().map { index, text -> JSONValue in
      ["const": .number(JSONNumber(index)), "title": .string(text)]
    }
    let request = InputRequest(
      "This can be read in \(count) ways.",
      parameter: "reading",
      schema: ["oneOf": .array(choices)]
    )
    guard let index = prompt.answers(to: request)?["reading"]?.integer else {
      prompt.console.printError("minuta: Nothing was done.")
      return nil
    }
    return self[index]
  }
}
