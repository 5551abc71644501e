import MinutaTestSupport

extension RPCTestClient {
  /// Starts `minuta rpc`, with all tools by default.
  convenience init(
    _ fixture: MinutaFixture,
    _ flags: [String] = ["--tools", "all"],
    usesHeaders: Bool = false
  ) throws {
    try self.init(
      TestPrograms.minuta,
      ["rpc"] + flags,
      environment: fixture.environment,
      usesHeaders: usesHeaders
    )
  }
}
