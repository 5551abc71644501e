import MinutaTestSupport
import Testing

extension ProgramTests {
  struct WaybarReaderTests {
    @Test(.requires("jq"), .timeLimit(.minutes(10)), arguments: HostileTagName.all)
    func `D67 jq reads the same text`(name: HostileTagName) async throws {
      let folder = try TemporaryDirectory()
      let jq = try #require(TestPrograms.installed("jq"))
      let line = try StatusCase(running: [.timer(name.text)]).line("waybar")
      let file = try folder.write(line + "\n", to: "line")
      let result = try await TestPrograms.run(jq, ["-j", ".text", file])
      #expect(result.status == 0, "\(result.errors)")
      #expect(result.output == "\(name.short) 1h 05m")
    }
  }
}
