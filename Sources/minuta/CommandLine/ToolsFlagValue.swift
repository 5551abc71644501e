import IntentKit
import IntentRPC

/// The tools that `minuta rpc` offers to MCP clients, as chosen with `--tools`.
struct ToolsFlagValue {
  /// The value of `--tools` for the default selection.
  static let core = "core"
  /// The value of `--tools` for all tools.
  static let all = "all"

  private static let coreNames = [
    "StartTimer", "StopTimer", "SwitchTimer", "Status", "LogTime", "Summarize", "ListRecords",
    "UpdateRecord", "DeleteRecord", "Undo",
  ]

  /// The names of the tools; nil for all.
  let names: Set<String>?

  /// Parses the value of `--tools`.
  ///
  /// - Parameters:
  ///   - text: comma-separated words; nil without the flag.
  ///   - program: provides the intents, including workflows and plugins.
  /// - Throws: `Failure.unknownTool`.
  init(_ text: String?, _ program: Program) async throws(Failure) {
    let words = (text ?? Self.core).split(separator: ",", omittingEmptySubsequences: false)
      .map(String.init)
    var names: Set<String> = []
    var known: [String]?
    for word in words {
      switch word {
      case Self.core: names.formUnion(Self.coreNames + ToolSelection.builtInNames)
      case Self.all: break
      default:
        if known == nil { known = await Self.known(in: program) }
        guard known?.contains(word) == true else {
          throw .unknownTool(word, near: TypoSuggester.closest(to: word, in: known ?? []))
        }
        names.insert(word)
      }
    }
    self.names = words.contains(Self.all) ? nil : names
  }

  /// Returns the words that are valid in the value of `--tools`.
  static func known(in program: Program) async -> [String] {
    let definitions = await program.allDefinitions().filter { $0.sources.contains(.mcp) }
    return [core, all] + definitions.map(\.id) + ToolSelection.builtInNames
  }
}
