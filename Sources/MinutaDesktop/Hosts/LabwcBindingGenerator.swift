/// Generates key bindings for the labwc compositor, whose format is that of Openbox.
package struct LabwcBindingGenerator: KeyBindingGenerator {
  package let name = "labwc"
  package let file: KeyBindingFile? = KeyBindingFile(
    "~/.config/labwc/rc.xml",
    comment: .xml,
    insertedAt: .below("<keyboard>")
  )
  package let reload = KeyBindingReload.command(["labwc", "--reconfigure"])

  package func lines(for key: KeyMap.KeyBinding, running command: [String]) -> [String] {
    OpenboxBindingGenerator.lines(for: key, running: command)
  }

  package func independentLines(_ lines: [String]) -> [String] {
    OpenboxBindingGenerator.independentLines(lines)
  }

  package func boundChords(in line: String) -> [String] {
    OpenboxBindingGenerator.boundChords(in: line)
  }
}
