import IntentKit
import JSONText
import MinutaCore
import MinutaDesktop
import SystemCalls

/// Installs the program with its completions, manual pages and editor packages, or removes them.
struct InstallCommand: Command {
  let name = "install"
  let usage = "install [--prefix PATH] [--remove]"
  let summary = "Install the program with its manual and completions"
  let group = "Setup"
  let examples = ["install --dry-run", "install --prefix /usr/local", "install --remove"]
  var flags: [Flag] {
    [
      Flag("--prefix PATH", "Where to install (default: ~/.local)"),
      Flag("--remove", "Remove what was installed"),
    ]
  }
  var details: String {
    """
    The files are listed in PATH/\(InstallationManifest.path). A file that was changed since isn't \
    removed.
    """
  }
  func run(_ words: CommandLineArguments, _ program: Program) async throws -> Int32 {
    let environment = program.environment
    let given = words.values["prefix"]?.last ?? "~/.local"
    if given.isEmpty { throw Failure.emptyPath(flag: "--prefix") }
    let prefix = try environment.absolute(given)
    let console = Console(environment, color: words.global.color)
    var installation = try Installation(prefix: prefix)
    if words.booleans["remove"] == true {
      if installation.isEmpty { throw Failure.notInstalled(prefix) }
      let isDryRun = words.global.isDryRun
      if !isDryRun, !words.global.isConfirmed {
        let callers = try await Self.removalsOfCallers(environment)
        if !callers.isEmpty { throw Failure.installationInUse(callers) }
      }
      let files = try isDryRun ? installation.plannedRemoval() : installation.remove()
      try printRemoval(files.removed, files.kept, prefix, words.global, console)
      return 0
    }
    let files = InstalledFile.all(
      program: try Self.programBytes(),
      program.definitions,
      date: environment.dateText,
      entry: await program.desktopEntry(running: "\(prefix)/bin/minuta")
    )
    for file in files { _ = try environment.output("\(prefix)/\(file.path)") }
    let foreign = try installation.foreignFiles(among: files)
    if let first = foreign.first, !words.global.isConfirmed {
      throw Failure.foreignFilesInPrefix("\(prefix)/\(first)", count: foreign.count)
    }
    if !words.global.isDryRun { try installation.install(files) }
    try printInstallation(files, prefix, words.global, environment, console)
    return 0
  }

  /// Returns the commands that remove key bindings and schedules, which would call a missing program.
  private static func removalsOfCallers(_ environment: Environment) async throws -> [String] {
    var commands: [String] = []
    for host in KeyBindingGenerators.all {
      do {
        if try await host.installer(environment).remove(isDryRun: true) {
          commands.append("minuta keys remove \(host.name)")
        }
      } catch {
        // GNOME's settings can't be read where it isn't installed.
        if error.code != Failure.hostUnavailableCode { throw error }
      }
    }
    let schedules = try ScheduleDirectory(environment).entries().map(\.name.quotedForShell)
    return commands + schedules.map { "minuta schedule remove \($0)" }
  }

  private static func programBytes() throws(Failure) -> [UInt8] {
    let file = "/proc/self/exe"
    do throws(SystemError) {
      return try FileDescriptor(opening: file, for: .reading).readAll(limit: 1 << 30)
    } catch {
      throw .unreadableFile(file, reason: error.reason)
    }
  }

  private func printInstallation(
    _ files: [InstalledFile],
    _ prefix: String,
    _ global: GlobalFlags,
    _ environment: Environment,
    _ console: Console
  ) throws {
    if global.wantsJSON {
      var json: JSONObject = [
        "prefix": .string(prefix), "version": .string(Program.version),
        "files": .array(files.map { .string($0.path) }),
      ]
      if global.isDryRun { json["planned"] = true }
      return try console.print(JSONValue.object(json).text())
    }
    let rows = InstalledFile.Part.allCases.map { part in
      let folders = files.filter { $0.part == part }
        .map { Directory.parent(of: $0.path) ?? "" }
      let unique = folders.enumerated().filter { !folders[..<$0.offset].contains($0.element) }
      return [
        folders.count < 10 ? " \(folders.count)" : "\(folders.count)", part.rawValue,
        unique.map(\.element).joined(separator: ", "),
      ]
    }
    let verb = global.isDryRun ? "Would install" : "Installed"
    let head = "\(verb) Minuta \(Program.version) in '\(prefix)'.\(global.dryRunNote)"
    let table = TextWrapper(width: console.columns ?? 120).columns(rows, indent: "  ")
    let hints = InstallationHints(prefix: prefix, environment: environment).lines
    try console.print(
      lines: console.fitted(head.escapedForTerminal) + table + hints.map(\.escapedForTerminal)
    )
  }

  private func printRemoval(
    _ removed: [String],
    _ kept: [String],
    _ prefix: String,
    _ global: GlobalFlags,
    _ console: Console
  ) throws {
    if global.wantsJSON {
      var json: JSONObject = [
        "prefix": .string(prefix), "removed": .array(removed.map { .string($0) }),
        "kept": .array(kept.map { .string($0) }),
      ]
      if global.isDryRun { json["planned"] = true }
      return try console.print(JSONValue.object(json).text())
    }
    let verb = global.isDryRun ? "Would remove" : "Removed"
    let count = removed.count.counted("file")
    let lines = kept.map { "'\(prefix)/\($0)' was changed and is kept." }
    let head =
      "\(verb) \(count) from '\(prefix)'. Your records and settings are untouched."
      + global.dryRunNote
    try console.print(sentences: ([head] + lines).map(\.escapedForTerminal))
  }
}
