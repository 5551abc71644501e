import MinutaLog
import Testing

@Suite struct LogFilterTests {
  @Test(arguments: [
    ("info", [LogCategory.storage: LogLevel.info, .app: .info, .plugins: .info]),
    ("storage=debug,intents=info", [.storage: .debug, .intents: .info, .app: nil]),
    ("error, storage = debug", [.storage: .debug, .intents: .error]),
    ("storage=debug,error", [.storage: .error]),
  ])
  func `levels per category are parsed, and later entries win`(
    text: String,
    least: [LogCategory: LogLevel?]
  ) throws {
    let filter = try LogFilter(text)
    for (category, expected) in least {
      for level in LogLevel.allCases {
        #expect(filter.accepts(level, in: category) == (expected.map { level >= $0 } ?? false))
      }
    }
  }

  @Test(arguments: [
    ("", ""), ("loud", "loud"), ("info,", ""), ("store=debug", "store=debug"),
    ("storage=debug=info", "storage=debug=info"), ("storage=", "storage="),
    ("info, storage=loud", "storage=loud"),
  ])
  func `an invalid entry is reported`(text: String, part: String) {
    #expect(throws: LogFilterError(part: part)) { try LogFilter(text) }
  }
}
