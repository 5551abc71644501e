import IntentKit
import MinutaDesktop
import SystemCalls

/// Writes key bindings into GNOME's settings with `gsettings`, and removes them.
///
/// The bindings of other programs in the same list are kept.
struct GNOMEKeyInstaller: KeyInstaller {
  let environment: Environment
  let isConfirmed: Bool
  let place = "GNOME's settings"

  private static let timeout = Duration.seconds(10)
  /// Parts of the errors if GNOME or `gsettings` isn't installed.
  private static let errorsWithoutGNOME = [
    "not found in PATH", "No such schema", "No schemas installed",
  ]

  func install(_ map: KeyMap, _ program: ProgramPath, isDryRun: Bool) async throws(Failure) -> Bool
  {
    let before = try await list()
    let paths = map.keys.map { GNOMEBindingGenerator.path(of: $0.slug) }
    var (changes, lost): ([(schema: String, name: String, value: String)], [String]) = ([], [])
    for (key, path) in zip(map.keys, paths) {
      let command = program.command(["key", key.slug])
      for (name, value) in GNOMEBindingGenerator.settings(of: key, running: command) {
        let schema = GNOMEBindingGenerator.schema(at: path)
        let old = try await get(schema, name)
        if old == "'\(value)'" { continue }
        changes.append((schema, name, value))
        if old != "''" { lost.append("\(key.slug) \(name) \(old)") }
      }
    }
    // A value that differs may be that of an earlier key map, or of the user.
    if !lost.isEmpty, !isConfirmed { throw .changedLines(in: place, lost: lost) }
    for change in changes where !isDryRun {
      try await set(change.schema, change.name, change.value)
    }
    let own = before.filter(GNOMEBindingGenerator.isOwn)
    for path in own where !paths.contains(path) && !isDryRun { try await reset(path) }
    if own == paths { return !changes.isEmpty }
    // The list comes last, so that GNOME finds each binding complete.
    let others = before.filter { !GNOMEBindingGenerator.isOwn($0) }
    if !isDryRun { try await setList(others + paths) }
    return true
  }

  func remove(isDryRun: Bool) async throws(Failure) -> Bool {
    let before = try await list()
    let own = before.filter(GNOMEBindingGenerator.isOwn)
    if own.isEmpty || isDryRun { return !own.isEmpty }
    try await setList(before.filter { !GNOMEBindingGenerator.isOwn($0) })
    for path in own { try await reset(path) }
    return true
  }

  func boundChords() async throws(Failure) -> [BoundChord] {
    var chords = GNOMEBindingGenerator.boundChords(inList: try await run(["list-recursively"]))
    for path in try await list() where !GNOMEBindingGenerator.isOwn(path) {
      let schema = GNOMEBindingGenerator.schema(at: path)
      let binding = try await get(schema, "binding").filter { $0 != "'" }
      let name = try await get(schema, "name")
      chords += [BoundChord(binding, place: "\(place) as \(name)")].compactMap(\.self)
    }
    return chords
  }

  /// Returns the paths of all bindings, which have no quotation marks.
  private func list() async throws(Failure) -> [String] {
    try await get(GNOMEBindingGenerator.schema, GNOMEBindingGenerator.list)
      .matches(of: /'([^']*)'/).map { String($0.1) }
  }

  /// Sets the paths of all bindings, and makes sure that they are saved.
  private func setList(_ paths: [String]) async throws(Failure) {
    let value = "[\(paths.map { "'\($0)'" }.joined(separator: ", "))]"
    try await set(GNOMEBindingGenerator.schema, GNOMEBindingGenerator.list, value)
    // Without a session bus, `gsettings` reports success and forgets the change.
    if try await list() != paths {
      throw .settingsUnavailable("gsettings didn't save the key bindings")
    }
  }

  private func get(_ schema: String, _ name: String) async throws(Failure) -> String {
    let output = try await run(["get", schema, name])
    return output.last == "\n" ? String(output.dropLast()) : output
  }

  private func set(_ schema: String, _ name: String, _ value: String) async throws(Failure) {
    _ = try await run(["set", schema, name, value])
  }

  private func reset(_ path: String) async throws(Failure) {
    _ = try await run(["reset-recursively", GNOMEBindingGenerator.schema(at: path)])
  }

  private func run(_ words: [String]) async throws(Failure) -> String {
    do throws(ProgramError) {
      return try await ProgramRunner.text(
        "gsettings",
        words,
        // The errors are compared with English texts.
        environment: environment.variables.merging(["LC_ALL": "C.UTF-8"]) { $1 },
        timeout: Self.timeout
      )
    } catch {
      let isMissing = Self.errorsWithoutGNOME.contains { error.reason.contains($0) }
      throw isMissing ? .settingsUnavailable(error.reason) : .settingsFailed(error.reason)
    }
  }
}
