import IntentKit
import JSONText

/// The result of `minuta plugin`.
struct PluginCommandResult {
  var json: JSONObject
  /// The result as text.
  var lines: [String]
  /// The problems of the plugins, each as a sentence and with commands.
  var problems: [Notice] = []

  /// Prints the result as text, or as one line of JSON.
  ///
  /// - Returns: The exit code: 1 if there are problems.
  func print(on console: Console, asJSON: Bool) throws(Console.WriteError) -> Int32 {
    if asJSON {
      var json = json
      json["problems"] = .array(problems.map { .string($0.text) })
      try console.print(JSONValue.object(json).text())
    } else {
      try console.print(sentences: lines.map(\.escapedForTerminal))
      for problem in problems { console.printError("minuta: " + problem) }
    }
    return problems.isEmpty ? 0 : 1
  }
}
