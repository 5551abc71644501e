import IntentKit
import JSONText
import SystemCalls

/// A way in which the positional arguments of a command line can be read.
struct EntryReading {
  /// The parameters that the arguments set, in order; the parameter of a list can occur repeatedly.
  let values: [(name: String, word: String)]
  /// Whether the tag would be a new one of words that may be meant as a comment.
  var hasDoubtfulTag = false

  /// The tag; nil if there is none.
  var tag: String? { word(of: "tag") }

  /// Returns the word that sets a parameter; nil if none does.
  func word(of name: String) -> String? { values.first { $0.name == name }?.word }

  /// Returns the reading in which a word sets another parameter.
  func replacing(_ name: String, with other: String) -> EntryReading {
    EntryReading(values: values.map { $0.name == name ? (other, $0.word) : $0 })
  }

  /// The reading as flags, such as `--tag Phase --at 9`, which can be read in one way only.
  var flags: String {
    values.map { name, word in
      if name == "labels" { return "+\(word)".quotedForShell }
      return "--\(name.kebabCased) \(word.quotedForShell)"
    }.joined(separator: " ")
  }

  /// The reading as a person would say it, such as `'Phase', at 9`.
  var title: String {
    let times = values.filter { ["start", "end"].contains($0.name) }.map(\.word)
    let texts = values.compactMap { name, word -> String? in
      switch name {
      case "record": word
      case "tag": hasDoubtfulTag ? "the new tag \(word.quoted)" : word.quoted
      case "start" where times.count == 2: "\(times[0]) to \(times[1])"
      case "end" where times.count == 2: nil
      case "labels": "+\(word)"
      case "name": "new name \(word.quoted)"
      case "comment": "comment \(word.quoted)"
      default: "\(name.kebabCased.replacing("-", with: " ")) \(word)"
      }
    }
    return texts.joined(separator: ", ")
  }
}

extension [EntryReading] {
  /// Returns the reading that is meant; nil if a person chooses none.
  ///
  /// - Parameters:
  ///   - prompt: asks a person; nil if nobody can be asked.
  ///   - times: returns the times that a reading results in, as text; nil if it has none.
  /// - Throws: `Failure` if there are several and nobody can be asked.
  func chosen(
    with prompt: TerminalPrompt?,
    times: (EntryReading) -> String?
  ) throws(Failure) -> EntryReading? {
    guard count > 1 else { return first }
    let isCommentDoubtful = zip(self, dropFirst()).contains { reading, next in
      next.hasDoubtfulTag && reading.values.contains { $0.name == "comment" }
    }
    let advice = isCommentDoubtful ? " Use -m for a comment." : ""
    guard let prompt else { throw .ambiguousWords(map(\.flags), advice) }
    let choices = enumerated().map { index, reading -> JSONValue in
      let title = reading.title + (times(reading).map { " (\($0))" } ?? "")
      return ["const": .number(JSONNumber(index)), "title": .string(title)]
    }
    let request = InputRequest(
      "This can be read in \(count) ways.\(advice)",
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
