import SystemCalls

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
    if !Self.loaders.contains(where: { (try? FileStatus.of($0)) ?? nil != nil }) {
      lines += [
        "  in ~/.bashrc, because the package bash-completion isn't installed:",
        "    source \("\(prefix)/share/bash-completion/completions/minuta".quotedForShell)",
      ]
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

  /// The files of the package bash-completion, which loads the completions of programs.
  private static let loaders = [
    "/usr/share/bash-completion/bash_completion", "/etc/bash_completion",
    "/usr/local/share/bash-completion/bash_completion",
  ]

  private static func lispString(_ text: String) -> String {
    "\"\(text.escaping { "\\\"".unicodeScalars.contains($0) ? "\\\($0)" : nil })\""
  }
}
