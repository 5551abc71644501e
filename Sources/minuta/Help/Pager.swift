import SystemCalls

/// Prints long text through a pager when a person reads it at a terminal.
struct Pager {
  private let environment: Environment
  private let console: Console

  init(_ environment: Environment) {
    self.environment = environment
    console = Console(environment)
  }

  /// Prints lines; the pager replaces this process.
  func print(_ lines: [String]) throws(Console.WriteError) {
    let text = lines.reduce(into: "") { $0 += $1 + "\n" }
    if let pager, let rows = environment.outputSize?.rows, lines.count >= rows {
      // If the pager isn't installed, fall through and print the text directly.
      try? SystemCalls.replaceProcess(
        with: "/bin/sh",
        ["-c", "\(pager); code=$?; test $code != 127 || exec cat; exit $code"],
        // Like git, show colors and leave short text on the screen unless the user says otherwise.
        environment: environment.variables.merging(["LESS": "FRX"]) { user, _ in user },
        folder: environment.currentFolder,
        input: Array(text.utf8)
      )
    }
    try console.print(lines: lines)
  }

  /// The command of the user's pager; nil if there is none.
  private var pager: String? {
    if environment.variables["TERM"] ?? "dumb" == "dumb" { return nil }
    let chosen = environment.variables["PAGER"] ?? "less -FRX"
    return ["", "cat"].contains(chosen) ? nil : chosen
  }
}
