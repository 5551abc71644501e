import MinutaLog
import Synchronization
import Testing

@Suite(.serialized) struct AppLoggerTests {
  private final class MessageCollector: Sendable {
    let list = Mutex<[LogMessage]>([])
  }

  @Test func `a message that no output accepts is not evaluated`() throws {
    let messages = MessageCollector()
    AppLogger.start(
      LogOutput(.standardError, try LogFilter("storage=info")) { message in
        messages.list.withLock { $0.append(message) }
      }
    )
    let made = Mutex(0)
    func text(_ text: String) -> String {
      made.withLock { $0 += 1 }
      return text
    }
    AppLogger.storage.debug(text("Locked"))
    AppLogger.plugins.error(text("Ended"))
    AppLogger.storage.info(text("Committed"), ["sequence": .number(4)])
    #expect(made.withLock { $0 } == 1)
    let logged = messages.list.withLock { $0 }
    #expect(logged.map(\.text) == ["Committed"])
    #expect(logged.first?.fields.map(\.key) == ["sequence"])
  }

  @Test func `a second output of the same kind replaces the first`() throws {
    let (first, second) = (MessageCollector(), MessageCollector())
    for messages in [first, second] {
      AppLogger.start(
        LogOutput(.file, try LogFilter("app=error")) { message in
          messages.list.withLock { $0.append(message) }
        }
      )
    }
    AppLogger.app.error("Failed")
    #expect(first.list.withLock { $0.count } == 0)
    #expect(second.list.withLock { $0.count } == 1)
  }
}
