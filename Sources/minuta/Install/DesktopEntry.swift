import IntentKit
import MinutaDesktop
import SystemCalls

/// A desktop entry, which adds Minuta and its actions to the menus of a desktop.
///
/// It starts or stops a timer and shows the answer as a notification.
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
      "Exec=\(command("toggle"))", "Actions=\(actions.map { $0.id + ";" }.joined())",
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
      ("menu", "Choose what to do", ""), ("start", "Start a timer", " start"),
      ("switch", "Switch to another timer", " switch"), ("stop", "Stop", " stop"),
      ("resume", "Resume a timer", " resume"), ("log", "Log time", " log"),
      ("undo", "Undo", " undo"),
    ]
    let status = Action(id: "status", name: "Show what is running", command: command("status"))
    return [status]
      + menus.map { Action(id: $0, name: $1, command: "\(Self.quoted(program)) menu\($2)") }
      + workflows.map { workflow in
        Action(
          id: "workflow-" + workflow.id.replacing("_", with: "-"),
          name: workflow.title,
          command: "\(Self.quoted(program)) menu \(workflow.id)"
        )
      }
  }

  /// Escapes a text for a string value.
  private static func escaped(_ text: String) -> String {
    PickerText.row(text).escaping { $0 == "\\" ? "\\\\" : nil }
  }

  /// Returns a command line that shows the answer of a command.
  ///
  /// A shell passes the output of one call to the next.
  private func command(_ word: String) -> String {
    let script = "\"$0\" notify -- \"$(\"$0\" \(word) 2>&1)\""
    return "/bin/sh -c \(Self.quoted(script)) \(Self.quoted(program))"
  }

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
