import Foundation
import MinutaTestSupport
import Testing

/// Tests the real program with third-party clients and a third-party validator.
@Suite(.timeLimit(.minutes(10))) struct ClientCompatibilityTests {
  private let fixture: MinutaFixture

  init() throws {
    fixture = try MinutaFixture()
  }

  /// Runs a Python script that prints a line with `ok` for each fact that it has verified, and
  /// expects only such lines.
  private func expect(
    _ script: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    // The option `-B` keeps Python from writing compiled modules into the checkout.
    let result = try await TestPrograms.run(
      try #require(TestPrograms.python),
      ["-B", "\(PackageDirectory.path)/Tests/minutaTests/Clients/\(script)"],
      environment: fixture.environment.merging(["MINUTA_PROGRAM": TestPrograms.minuta]) { $1 }
    )
    let lines = result.output.split(separator: "\n")
    #expect(result.status == 0, "\(result.errors)", sourceLocation: sourceLocation)
    #expect(
      lines.isEmpty == false && lines.allSatisfy { $0.hasPrefix("ok ") },
      "\(result.output)",
      sourceLocation: sourceLocation
    )
  }

  @Test(.requires(pythonModule: "mcp.client.client"))
  func `A47 the mcp package lists, calls, fails, cancels, asks and closes, in each mode`()
    async throws
  {
    try await expect("mcp_client.py")
  }

  @Test(.requires(pythonModule: "pylsp_jsonrpc"))
  func `A48 python-lsp-jsonrpc lists, calls, fails, cancels and closes`() async throws {
    try await expect("lsp_jsonrpc_client.py")
  }

  @Test(.requires(pythonModule: "pygls.io_"))
  func `A48 pygls lists, calls, fails, cancels and closes`() async throws {
    try await expect("pygls_client.py")
  }

  @Test(.requires(pythonModule: "jsonschema"))
  func `A41 A42 a validator accepts all schemas, and all results match them`() async throws {
    try await expect("schemas.py")
  }

  @Test(.requires(pythonModule: "jsonschema"))
  func `a validator accepts the example files by their printed schemas, and no broken ones`()
    async throws
  {
    try await expect("file_schemas.py")
  }

  @Test(.requires(pythonModule: "jsonschema"))
  func `a validator accepts the OpenRPC document`() async throws {
    try await expect("openrpc.py")
  }
}
