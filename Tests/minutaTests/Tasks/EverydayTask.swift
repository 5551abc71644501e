/// A task of the day, the words that do it in each program, and what they must do.
struct EverydayTask: Sendable {
  let title: String
  /// The commands that do the task; empty if the program has none for it.
  let timew: [TypedCommand]
  let watson: [TypedCommand]
  let minuta: [TypedCommand]
  /// Whether a timer runs before.
  var hasTimer = false
  /// Whether the newest record is deleted before, so that this can be undone.
  var deletesNewest = false
  let effect: Effect

  /// The data or the output after the commands.
  enum Effect: Sendable {
    /// The data are these entries.
    case data([TaskEntry])
    /// The output shows durations in seconds, and other texts.
    case shown([Int], [String])
    /// The output shows the ids of the newest records, as many as given.
    case ids(Int)
    /// The output is JSON with as many entries.
    case json(Int)
    /// The output is CSV with as many lines after the first.
    case csv(Int)
  }

  /// Returns the commands of a program.
  func commands(_ program: TaskProgram.Kind) -> [TypedCommand] {
    switch program {
    case .timew: timew
    case .watson: watson
    case .minuta: minuta
    }
  }

  /// Returns the number of characters to type; nil if the program has no command for the task.
  func count(_ program: TaskProgram.Kind) -> Int? {
    let commands = commands(program)
    return commands.isEmpty ? nil : commands.reduce(0) { $0 + $1.count }
  }
}

/// A command, and what is typed after it.
struct TypedCommand: Sendable, ExpressibleByStringInterpolation {
  let words: String
  /// The answer to the question of the command.
  var answer: String?
  /// The text that is replaced in the editor that the command opens, and the new text.
  var edit: (old: String, new: String)?

  init(stringLiteral words: String) { self.words = words }

  /// Returns the command, with an answer to its question.
  func answered(_ answer: String) -> TypedCommand {
    var command = self
    command.answer = answer
    return command
  }

  /// Returns the command, with a change in its editor.
  func replacing(_ old: String, by new: String) -> TypedCommand {
    var command = self
    command.edit = (old, new)
    return command
  }

  var count: Int { words.count + (answer?.count ?? 0) + (edit?.new.count ?? 0) }

  /// The command as the manual shows it.
  var shown: String {
    "`\(words.replacing(TaskProgram.idMark, with: "3F2A"))`" + (answer.map { ", `\($0)`" } ?? "")
      + (edit.map { ", in the editor `\($0.new)`" } ?? "")
  }
}
