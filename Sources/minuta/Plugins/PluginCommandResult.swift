import JSONText

/// What `minuta plugin` answers.
struct PluginCommandResult {
  var json: JSONObject
  /// The same for a person.
  var lines: [String]
  /// What there is to worry about, each as a sentence.
  var problems: [String] = []

  /// Writes the answer for a person, or on one line for a program.
  ///
  /// - Returns: The exit code: 1 where there is something to worry about.
  func print(on console: Console, asJSON: Bool) throws(Console.WriteError) -> Int32 {
    if asJSON {
      var json = json
      json["problems"] = .array(problems.map { .string($0) })
      try console.print(JSONValue.object(json).text())
    } else {
      try console.print(lines: lines.map(\.escapedForTerminal))
      for problem in problems { console.printError("minuta: \(problem.escapedForTerminal)") }
    }
    return problems.isEmpty ? 0 : 1
  }
}
