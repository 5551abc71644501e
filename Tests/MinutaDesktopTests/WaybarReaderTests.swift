import MinutaDesktop
import MinutaTestSupport
import Testing

extension ProgramTests {
  struct WaybarReaderTests {
    @Test(
      .enabled(if: Programs.installed("jq") != nil, "jq is not installed"),
      .timeLimit(.minutes(10)),
      arguments: HostileName.all
    )
    func `67 another reader of JSON agrees`(name: HostileName) async throws {
      let folder = try TemporaryFolder()
      let jq = try #require(Programs.installed("jq"))
      let line = try StatusFormats.named("waybar")
        .line(for: Status(running: [.timer(name.text)]).json)
      let file = try folder.write(line + "\n", to: "line")
      let result = try await Programs.run(jq, ["-j", ".text", file])
      #expect(result.status == 0, "\(result.errors)")
      #expect(result.output == "\(name.short) 1h 05m")
    }
  }
}
