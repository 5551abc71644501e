import Foundation
import MinutaTestSupport
import Testing

/// The files that commands write to paths of the user's choice.
struct OutputPathTests {
  private let fixture: MinutaFixture

  init() async throws {
    fixture = try MinutaFixture()
    try fixture.home.write(
      #"{"rates":[{"tag":"Acme","rate":100,"currency":"EUR"}]}"#,
      to: ".config/minuta/settings.json"
    )
    try await fixture.shell(
      """
      minuta log Acme 2024-11-02 9:00-10:00
      mkdir -p store/.git/hooks new beside
      ln -s store link; ln -s store/later.txt later.txt; ln -s ../store/records beside/records
      """
    )
  }

  /// The commands that write the file at a path.
  private static func outputs(to path: String) -> [[String]] {
    [
      ["export", "csv", "--output", path], ["report", "--format", "text", "--output", path],
      ["invoice", "Acme", "2024-11", "--format", "text", "--output", path],
      ["run", "WriteFile", "--with", #"{"path": "\#(path)", "content": "x"}"#],
    ]
  }

  @Test(arguments: [
    "~/store/tags.json", "~/store/new.csv", "~/new/../store/tags.json", "~/link/tags.json",
    "~/later.txt", "~/store/.git/hooks/pre-commit", "~/store/.minuta.nosync/x",
    "~/store/.minuta.writelock.nosync", "~/beside/records/x.json",
  ])
  func `nothing is written into the data folder, whatever its path looks like`(
    _ path: String
  ) async throws {
    let before = try fixture.content()
    for words in Self.outputs(to: path) {
      for flags in [[], ["--dry-run"], ["--store", "\(fixture.home.path)/new", "--json"]] {
        if flags.contains("--store"), words[0] == "invoice" { continue }
        let result = try await fixture.run(words + flags + ["--yes"])
        let text = result.errors + result.output
        #expect(result.status == 1, "\(words)")
        #expect(text.contains("it is in the data folder"), "\(words): \(text)")
        #expect(try fixture.content() == before, "\(words)")
      }
    }
  }

  @Test func `a data folder without private files is known by the call`() async throws {
    let path = "\(fixture.home.path)/new"
    let words = ["export", "csv", "--output", "\(path)/../new/x.csv", "--store", path]
    let result = try await fixture.run(words)
    #expect(result.errors.contains("it is in the data folder '\(path)'"), "\(result.errors)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: path) == [])
  }

  @Test func `a file beside the data folder is written`() async throws {
    for (index, words) in Self.outputs(to: "~/beside/report.txt").enumerated() {
      let result = try await fixture.run(words + ["--yes"])
      #expect(result.status == 0, "\(result.errors)")
      let file = URL(filePath: "\(fixture.home.path)/beside/report.txt")
      #expect(try !Data(contentsOf: file).isEmpty, "\(index)")
    }
  }

  @Test(arguments: ["store", "store/new/deep", "later/../link/.git", "store/.minuta.nosync"])
  func `nothing is installed in the data folder`(_ prefix: String) async throws {
    let before = try fixture.content()
    let result = try await fixture.run("install", "--prefix", "\(fixture.home.path)/\(prefix)")
    #expect(result.status == 1 && result.errors.contains("it is in the data folder"))
    #expect(try fixture.content() == before)
  }

  @Test func `key bindings aren't written into the data folder`() async throws {
    try fixture.home.write("# mine\n", to: "store/i3/config")
    _ = try await fixture.run("keys", "init")
    try await fixture.shell("mv .config/minuta store/minuta")
    let before = try fixture.content()
    let result = try await fixture.run(
      ["keys", "install", "i3"],
      environment: ["XDG_CONFIG_HOME": fixture.store]
    )
    #expect(result.errors.contains("it is in the data folder"), "\(result.errors)")
    #expect(try fixture.content() == before)
  }
}
