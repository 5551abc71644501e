import IntentKit
import JSONText
import MinutaCore
import MinutaDesktop
import SystemCalls

/// Prints the key map as the configuration of a hotkey program, and installs it there.
struct KeysCommand: Command {
  let name = "keys"
  let summary = "Print or install key bindings for your desktop"
  let group = "Desktop and editors"
  let examples = ["keys init", "keys install sway", "keys check"]

  var actions: [CommandAction] {
    [
      CommandAction("HOST", "Print the bindings for a host", run: printBindings),
      CommandAction("init", "Write a key map to begin with", sentence: writeKeyMap),
      CommandAction(
        "install HOST",
        "Add the bindings to the configuration of the host",
        sentence: install
      ),
      CommandAction("remove HOST", "Remove them from it", sentence: remove),
      CommandAction(
        "check [HOST]",
        "Report calls that can't work, and keys bound twice",
        run: check
      ),
    ]
  }
  var list: (title: String, rows: [[String]])? {
    ("Hosts", KeyBindingGenerators.all.map { [$0.name] })
  }

  func values(of noun: String, after words: [String], _ program: Program) async -> [String] {
    KeyBindingGenerators.all.map { $0.name }
  }

  private func printBindings(
    _ words: CommandLineArguments,
    _ program: Program
  ) async throws -> Int32 {
    let host = try KeyBindingGenerators.named(words.positionals[0])
    let map = try await usableMap(words.global, program)
    let path = try programPath(words.global, program)
    let configuration = try host.configuration(of: map, program: path)
    try Console(program.environment).print(String(configuration.dropLast()))
    return 0
  }

  /// Writes the key map of the examples to the file of the user's, which must not exist.
  ///
  /// - Returns: A sentence about it, with the command to run next.
  private func writeKeyMap(_ words: CommandLineArguments, _ program: Program) throws -> Notice {
    let (file, global) = (program.environment.keyMap, words.global)
    let next = (" then install it." + global.dryRunNote).suggesting("keys install HOST")
    do throws(SystemError) {
      if try FileStatus.of(file, following: false) != nil {
        return "There is a key map at '\(file)' already. Edit it," + next
      }
      if !global.isDryRun { try AtomicFileWriter.replace(file, with: PackageResources.keymap_json) }
    } catch {
      throw Failure.unwritableFile(error.path ?? file, reason: error.reason)
    }
    let verb = global.isDryRun ? "Would write" : "Wrote"
    return "\(verb) a key map to '\(file)'. Change it," + next
  }

  private func programPath(
    _ global: GlobalFlags,
    _ program: Program
  ) throws(Failure) -> ProgramPath {
    let store = try DataDirectoryLocation.named(by: global, program.environment)
    return try ProgramPath(program.environment.program, store: store)
  }

  /// Loads the key map.
  ///
  /// - Throws: `Failure` if it has a call that can't work.
  private func usableMap(_ global: GlobalFlags, _ program: Program) async throws -> KeyMap {
    let map = try KeyMap.load(program.environment.keyMap, home: program.environment.home)
    let validator = KeyMapValidator(map: map, engine: try await program.engine(global))
    if let error = await validator.problems().outcome(in: map.file)?.error { throw error }
    return map
  }

  private func install(
    _ words: CommandLineArguments,
    _ program: Program
  ) async throws -> String {
    let (host, global) = (try KeyBindingGenerators.named(words.positionals[0]), words.global)
    let map = try await usableMap(global, program)
    let installer = host.installer(program.environment, isConfirmed: global.isConfirmed)
    let conflicts = try await conflicts(of: map, in: installer)
    if let error = conflicts.outcome(in: map.file)?.error { throw error }
    let path = try programPath(global, program)
    guard try await installer.install(map, path, isDryRun: global.isDryRun) else {
      return "These key bindings are already in \(installer.place)."
    }
    let verb = global.isDryRun ? "Would write" : "Wrote"
    let note = await note(afterChanging: host, global, program.environment)
    return "\(verb) \(map.keys.count.counted("key binding")) to \(installer.place).\(note)"
  }

  private func remove(
    _ words: CommandLineArguments,
    _ program: Program
  ) async throws -> String {
    let (host, global) = (try KeyBindingGenerators.named(words.positionals[0]), words.global)
    let installer = host.installer(program.environment, isConfirmed: global.isConfirmed)
    guard try await installer.remove(isDryRun: global.isDryRun) else {
      return "There are no key bindings of Minuta in \(installer.place)."
    }
    let verb = global.isDryRun ? "Would remove" : "Removed"
    let note = await note(afterChanging: host, global, program.environment)
    return "\(verb) the key bindings of Minuta from \(installer.place).\(note)"
  }

  /// Applies the changes in a running host.
  ///
  /// - Returns: A sentence about it, which begins with a blank.
  private func note(
    afterChanging host: any KeyBindingGenerator,
    _ global: GlobalFlags,
    _ environment: Environment
  ) async -> String {
    if global.isDryRun { return global.dryRunNote }
    switch host.reload {
    case .automatic: return ""
    case .manual(let text): return " " + text
    case .command(let words):
      do throws(ProgramError) {
        _ = try await ProgramRunner.text(
          words[0],
          Array(words.dropFirst()),
          environment: environment.variables,
          timeout: .seconds(5)
        )
        return " Asked \(host.name) to reload."
      } catch {
        guard let errors = error.errors, !errors.isEmpty,
          !Self.errorsWithoutHost.contains(where: { errors.contains($0) })
        else { return " \(host.name) isn't running here; it reads them when it starts." }
        return " Can't ask \(host.name) to reload (\(error.reason)); it reads them when it starts."
      }
    }
  }

  /// Parts of the errors of i3, sway, Openbox, labwc and awesome if they aren't running.
  private static let errorsWithoutHost = [
    "Could not connect to i3", "Unable to retrieve socket path", "Unable to connect to",
    "Failed to open the display", "LABWC_PID not set", "Failed to open connection to",
    "The name org.awesomewm.awful was not provided",
  ]

  /// Reports all problems of the key map, and the keys that a host binds already, or without a host
  /// all hosts with a file of the user.
  private func check(_ words: CommandLineArguments, _ program: Program) async throws -> Int32 {
    let host = try words.positionals.first.map { try KeyBindingGenerators.named($0) }
    let (map, mistakes) = try KeyMap.read(
      program.environment.keyMap,
      home: program.environment.home
    )
    let validator = KeyMapValidator(map: map, engine: try await program.engine(words.global))
    var problems = mistakes.map { KeyMapValidator.Problem(key: nil, error: $0) }
    problems += await validator.problems()
    let hosts = host.map { [$0] } ?? KeyBindingGenerators.all.filter { $0.file != nil }
    for host in hosts {
      let installer = host.installer(program.environment)
      do {
        problems += try await conflicts(of: map, in: installer, allowingCopies: true)
      } catch let error as Failure {
        // The files of the other hosts are checked too.
        problems.append(KeyMapValidator.Problem(key: nil, error: error))
      }
    }
    let sentence = "\(map.keys.count.counted("key")), no problems."
    let outcome = problems.outcome(in: map.file) ?? .ok(IntentResult([:], dialog: sentence))
    let console = Console(program.environment, color: words.global.color)
    return try OutcomePrinter(console: console, wantsJSON: words.global.wantsJSON).print(outcome)
  }

  /// Returns the keys of a key map that the user bound in the configuration of a host too.
  ///
  /// - Parameter allowingCopies: Whether the user may have copied the lines of Minuta.
  private func conflicts(
    of map: KeyMap,
    in installer: any KeyInstaller,
    allowingCopies: Bool = false
  ) async throws -> [KeyMapValidator.Problem] {
    let bound = try await installer.boundChords()
    return map.keys.compactMap { key in
      let chord = bound.first { chord in
        chord.equals(key.press) && !(allowingCopies && chord.runs(key.slug))
      }
      guard let chord else { return nil }
      let error = Failure.boundKey(key.press, in: chord.place)
      return KeyMapValidator.Problem(key: (key.slug, map.line(of: key)), error: error)
    }
  }
}
