import Foundation
import JSONText
import MinutaTestSupport
import Testing

/// Tests the clients in `Examples/editors` in the real editors, which run without a screen.
@Suite(.timeLimit(.minutes(10))) struct EditorTests {
  private let fixture: MinutaFixture

  init() throws {
    fixture = try MinutaFixture()
  }

  private static let emacs = TestPrograms.installed("emacs")
  private static let neovim = TestPrograms.installed("nvim")

  private static let examples = PackageDirectory.path + "/Examples/editors"
  private static let scripts = PackageDirectory.path + "/Tests/minutaTests/Editors"

  private func runEmacs(_ words: String...) async throws -> ChildProcess.Result {
    let emacs = try #require(Self.emacs)
    return try await run(emacs, ["--batch", "-Q", "-L", Self.scripts] + words)
  }

  private func runNeovim(_ script: String) async throws -> ChildProcess.Result {
    let neovim = try #require(Self.neovim)
    return try await run(
      neovim,
      [
        "--headless", "-u", "NONE",
        "--cmd", "let &runtimepath .= ',' . $PLUGIN",
        "-c", "execute 'luafile' fnameescape($SCRIPT)",
      ],
      ["PLUGIN": Self.examples + "/nvim", "SCRIPT": "\(Self.scripts)/\(script)"]
    )
  }

  private func run(
    _ editor: String,
    _ words: [String],
    _ extra: [String: String] = [:]
  ) async throws -> ChildProcess.Result {
    try await TestPrograms.run(
      editor,
      words,
      environment: fixture.environment
        .merging(["MINUTA_PROGRAM": TestPrograms.minuta]) { $1 }
        .merging(extra) { $1 }
    )
  }

  /// Expects that an editor script printed `ok` for all its steps, in order, and that nothing
  /// failed.
  private func expectSteps(
    of script: String,
    _ result: ChildProcess.Result,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let text = try PackageDirectory.text(of: "Tests/minutaTests/Editors/\(script)")
    let named = text.matches(of: #/(?m)^\(?step(?:\('| ")(.+?)(?:'|"\n)/#).map { "ok \($0.1)" }
    let done = result.output.split(separator: "\n").map(String.init)
    #expect(named.isEmpty == false, sourceLocation: sourceLocation)
    #expect(done == named, "\(result.errors)", sourceLocation: sourceLocation)
    #expect(result.status == 0, "\(result.errors)", sourceLocation: sourceLocation)
  }

  @Test(.requires("emacs"))
  func `A48 jsonrpc.el of Emacs lists, calls, fails, cancels and closes`() async throws {
    let result = try await runEmacs("-l", "steps.el", "-l", "emacs-jsonrpc.el")
    try expectSteps(of: "emacs-jsonrpc.el", result)
  }

  @Test(.requires("nvim"))
  func `A48 vim.lsp.rpc of Neovim lists, calls, fails, cancels and closes`() async throws {
    try expectSteps(of: "nvim-rpc.lua", try await runNeovim("nvim-rpc.lua"))
  }

  @Test(.requires("emacs"))
  func `the Emacs package works as documented`() async throws {
    let result = try await runEmacs(
      "-L",
      Self.examples + "/emacs",
      "-l",
      "minuta.el",
      "-l",
      "emacs-client.el"
    )
    try expectSteps(of: "emacs-client.el", result)
  }

  @Test(.requires("nvim"))
  func `the Neovim plugin works as documented`() async throws {
    try expectSteps(of: "nvim-client.lua", try await runNeovim("nvim-client.lua"))
  }

  @Test(.requires("emacs"))
  func `the Emacs package compiles without warnings and is documented`() async throws {
    let text = try PackageDirectory.text(of: "Examples/editors/emacs/minuta.el")
    let file = try fixture.home.write(text, to: "minuta.el")
    let compiled = try await runEmacs(
      "--eval",
      "(setq byte-compile-error-on-warn t)",
      "-f",
      "batch-byte-compile",
      file
    )
    #expect(compiled.status == 0)
    #expect(compiled.errors.isEmpty, "\(compiled.errors)")
    let checked = try await run(
      try #require(Self.emacs),
      ["--batch", "-Q", "--eval", "(checkdoc-file (getenv \"FILE\"))"],
      ["FILE": file]
    )
    #expect(checked.status == 0)
    #expect(checked.errors.isEmpty, "\(checked.errors)")
  }

  /// The messages that an MCP client sends to list the tools.
  private static let listingOfTools = """
    {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25",\
    "capabilities":{},"clientInfo":{"name":"test","version":"1"}}}
    {"jsonrpc":"2.0","method":"notifications/initialized"}
    {"jsonrpc":"2.0","id":2,"method":"tools/list"}

    """

  @Test(arguments: [
    ("mcpServers.json", "mcpServers"), ("vscode.json", "servers"), ("zed.json", "context_servers"),
  ])
  func `an MCP configuration runs a command that serves MCP`(
    file: String,
    list: String
  ) async throws {
    let text = try PackageDirectory.text(of: "Examples/editors/mcp/\(file)")
    let server = try JSONValue(parsing: text)[list]?["minuta"]
    #expect(server?["command"] == "minuta")
    let words = try #require(server?["args"]?.array).compactMap(\.string)
    let result = try await fixture.run(words, input: Self.listingOfTools)
    #expect(result.status == 0, "\(result.errors)")
    let replies = try result.output.split(separator: "\n").map {
      try JSONValue(parsing: String($0))
    }
    let tools = replies.last?["result"]?["tools"]?.array ?? []
    #expect(tools.contains { $0["name"] == "StartTimer" })
  }

  @Test func `every MCP configuration is tested, or is for Emacs`() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.examples + "/mcp")
    #expect(files.sorted() == ["mcp-hub.el", "mcpServers.json", "vscode.json", "zed.json"])
    let emacs = try PackageDirectory.text(of: "Examples/editors/mcp/mcp-hub.el")
    #expect(emacs.contains(#"'(("minuta" . (:command "minuta" :args ("rpc"))))"#))
  }
}
