import MinutaTestSupport

/// A home directory with the example key map, where `minuta keys` writes the files of hosts.
struct KeyHostFixture {
  let minuta: MinutaFixture
  /// The path of the program that the bindings name.
  let program: String

  init() throws {
    minuta = try MinutaFixture()
    program = try minuta.linkedProgram()
    let map = try PackageDirectory.text(of: "Examples/keymap.json")
    try home.write(map, to: ".config/minuta/keymap.json")
  }

  var home: TemporaryDirectory { minuta.home }
  var environment: [String: String] { minuta.environment }

  /// Returns the absolute path of a file in the home directory.
  func path(_ path: String) -> String { "\(home.path)/\(path)" }

  /// Runs `minuta keys`.
  ///
  /// Without `pkill` and the like in `PATH`, no program outside of the test is reloaded.
  func keys(
    _ words: [String],
    _ variables: [String: String] = [:]
  ) async throws -> ChildProcess.Result {
    try await TestPrograms.run(
      program,
      ["keys"] + words,
      environment: environment.merging(["PATH": "/nowhere"]) { $1 }.merging(variables) { $1 }
    )
  }
}
