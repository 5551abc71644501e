/// The lines that a user adds to configuration files, so that programs find an installation.
struct InstallationHints {
  let prefix: String
  let environment: Environment

  /// The hints, each of which names a file and a line to add.
  var lines: [String] {
    var lines = ["", "Add what you use:"]
    let paths = (environment.variables["PATH"] ?? "").split(separator: ":").map(String.init)
    if !paths.contains("\(prefix)/bin") {
      let folder = "\(prefix)/bin".quotedForShell
      lines += ["  in your shell's profile:", "    export PATH=\(folder):\"$PATH\""]
    }
    lines += [
      "  in ~/.zshrc, before compinit:",
      "    fpath+=(\("\(prefix)/share/zsh/site-functions".quotedForShell))",
    ]
    lines += [
      "  in your Emacs init file:",
      "    (load \(Self.lispString("\(prefix)/share/emacs/site-lisp/minuta")))",
    ]
    return lines
  }

  private static func lispString(_ text: String) -> String {
    "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
  }
}
