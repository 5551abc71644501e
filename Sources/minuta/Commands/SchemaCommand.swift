import IntentKit
import JSONText

/// Prints the JSON Schema of a kind of file.
struct SchemaCommand: Command {
  let name = "schema"
  let usage = "schema KIND"
  let summary = "Print the JSON Schema of a kind of file"
  let group = "Plumbing"
  let examples = ["schema settings", "schema workflow"]
  var details: String {
    """
    KIND is \(FileKind.allCases.map(\.rawValue).joined(separator: ", ")). A file may name its schema \
    with the key "$schema", so that an editor completes and checks it.
    """
  }

  func run(_ words: CommandLineArguments, _ program: Program) async throws -> Int32 {
    let kind = try FileKind(named: words.positionals[0], by: name)
    try Console(program.environment).print(lines: [JSONValue.object(kind.schema).text(.indented)])
    return 0
  }
}

extension FileKind {
  /// Returns the kind with a name.
  ///
  /// - Parameter flag: the command or flag that names it, for error messages.
  init(named name: String, by flag: String) throws(Failure) {
    guard let kind = FileKind(rawValue: name) else {
      throw .invalidChoice(flag: flag, name, among: Self.allCases.map(\.rawValue))
    }
    self = kind
  }
}
