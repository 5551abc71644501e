import MinutaTestSupport

extension MinutaFixture {
  /// Writes the key map of the examples as that of the user.
  func writeExampleKeyMap() throws {
    try home.write(
      PackageDirectory.text(of: "Examples/keymap.json"),
      to: ".config/minuta/keymap.json"
    )
  }

  /// Runs `minuta keys`.
  ///
  /// Without `pkill` and the like in `PATH`, no program outside of the test is reloaded.
  func runKeys(
    _ program: String,
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
