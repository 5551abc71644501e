/// A desktop entry, which adds Minuta to the menus of a desktop.
///
/// It starts or stops a timer and shows the answer as a notification.
struct DesktopEntry {
  /// The absolute path of the program.
  let program: String

  /// The lines of the file, by the Desktop Entry Specification 1.4.
  var lines: [String] {
    [
      "[Desktop Entry]", "Type=Application", "Version=1.4", "Name=Minuta",
      "GenericName=Time Tracker", "Comment=Start or stop a timer", "Icon=minuta",
      "Categories=Office;ProjectManagement;", "Keywords=time;timer;tracking;",
      "Exec=\(command("toggle"))", "Actions=status;", "", "[Desktop Action status]",
      "Name=Show what is running", "Exec=\(command("status"))",
    ]
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
    let escaped = argument.reduce(into: "") { text, character in
      if "\"`$\\".contains(character) { text.append("\\") }
      text.append(character)
    }
    return "\"\(escaped)\"".replacing("\\", with: "\\\\").replacing("%", with: "%%")
  }
}
