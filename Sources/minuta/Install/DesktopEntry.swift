import IntentKit
import MinutaDesktop
import SystemCalls

/// A desktop entry, which adds Minuta and its actions to the menus of a desktop.
///
/// It starts or stops a timer and shows the answer as a key does.
struct DesktopEntry {
  /// The absolute path of the program.
  let program: String
  /// The workflows that become actions.
  var workflows: [(id: String, title: String)] = []

  /// An action in the context menu of the entry.
  private struct Action {
    /// The identifier: letters, digits and `-`.
    let id: String
    let name: String
    let command: String
  }

  /// The lines of the file, by the Desktop Entry Specification 1.4.
  var lines: [String] {
    [
      "[Desktop Entry]", "Type=Application", "Version=1.4", "Name=Minuta",
      "GenericName=Time Tracker", "Comment=Start or stop a timer", "Icon=minuta",
      "Categories=Office;ProjectManagement;", "Keywords=time;timer;tracking;",
      "Exec=\(command("key \(BarClick.left.word)"))",
      "Actions=\(actions.map { $0.id + ";" }.joined())",
    ]
      + actions.flatMap { action in
        [
          "", "[Desktop Action \(action.id)]", "Name=\(Self.escaped(action.name))",
          "Exec=\(action.command)",
        ]
      }
  }

  private var actions: [Action] {
    let menus = [
      ("status", "Show what is running", " status"), ("menu", "Choose what to do", ""),
      ("start", "Start a timer", " start"),
      ("switch", "Switch to another timer", " switch"), ("stop", "Stop", " stop"),
      ("resume", "Resume a timer", " resume"), ("log", "Log time", " log"),
      ("undo", "Undo", " undo"),
    ]
    return menus.map { Action(id: $0, name: $1, command: command("menu\($2)")) }
      + workflows.map { workflow in
        Action(
          id: "workflow-" + workflow.id.replacing("_", with: "-"),
          name: workflow.title,
          command: command("menu \(workflow.id)")
        )
      }
  }

  /// Escapes a text for a string value.
  private static func escaped(_ text: String) -> String {
    PickerText.row(text).escaping { $0 == "\\" ? "\\\\" : nil }
  }

  /// Returns the command line that runs the program with some words.
  private func command(_ words: String) -> String { "\(Self.quoted(program)) \(words)" }

  /// Quotes an argument: first by the rules of the key `Exec`, then by those of any string.
  private static func quoted(_ argument: String) -> String {
    let escaped = argument.escaping { scalar in
      switch scalar {
      case "\"", "`", "$": "\\\\\(scalar)"
      case "\\": "\\\\\\\\"
      case "%": "%%"
      default: nil
      }
    }
    return "\"\(escaped)\""
  }
}

extension Program {
  /// Returns the desktop entry with the user's workflows as actions.
  ///
  /// - Parameter path: the absolute path of the program that the entry runs.
  func desktopEntry(running path: String) async -> DesktopEntry {
    let ids = Set(workflows.ids())
    let found = await allDefinitions().filter { ids.contains($0.id) && $0.sources.contains(.key) }
    return DesktopEntry(program: path, workflows: found.map { ($0.id, $0.title) })
  }
}
