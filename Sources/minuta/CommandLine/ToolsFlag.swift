import IntentKit
import IntentRPC

/// The tools that `minuta rpc` offers to assistants.
struct ToolsFlag {
  /// The word for those that are enough for most.
  static let core = "core"
  /// The word for all of them.
  static let all = "all"

  private static let coreNames = [
    "StartTimer", "StopTimer", "SwitchTimer", "Status", "LogTime", "Summarize", "ListRecords",
    "UpdateRecord", "DeleteRecord", "Undo",
  ]

  /// The names; nil for all.
  let names: Set<String>?

  /// Reads the value of `--tools`.
  ///
  /// - Parameters:
  ///   - text: words with commas between them; nil where there is no flag.
  ///   - program: knows the intents, plugins' and workflows' as well.
  /// - Throws: `UsageError.unknownTool`.
  init(_ text: String?, _ program: Program) async throws(UsageError) {
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
          throw .unknownTool(word, near: TypoSuggestion.closest(to: word, in: known ?? []))
        }
        names.insert(word)
      }
    }
    self.names = words.contains(Self.all) ? nil : names
  }

  /// The words that the flag takes.
  static func known(in program: Program) async -> [String] {
    let definitions = await program.allDefinitions().filter { $0.sources.contains(.mcp) }
    return [core, all] + definitions.map(\.id) + ToolSelection.builtInNames
  }
}
