import Foundation
import IntentKit
import MinutaTestSupport
import Testing

@testable import MinutaDesktop

@Suite(.timeLimit(.minutes(5))) struct NotifierTests {
  @Test(
    arguments: ["-u critical", "--help", "<b>&\"'", "a\nb", "$(id)", "\u{202E}x", "\u{0}", #"\n"#]
  )
  func `malicious text is neither an option nor markup`(_ text: String) {
    let arguments = Notifier.arguments(text, text, .critical, replacing: "7")
    #expect(
      Array(arguments[1...4]) == ["--print-id", "--urgency=critical", "--replace-id=7", "--"]
    )
    #expect(arguments[5] == text.filter { $0 != "\0" })
    let body = arguments[6]
    #expect(body.filter { $0 == "\\" }.count == 2 * text.filter { $0 == "\\" }.count)
    #expect(!body.contains("<") && !body.contains("\u{202E}") && !body.contains("\u{0}"))
    #expect(body.split(separator: "\n").count == text.split(separator: "\n").count)
  }

  @Test func `a missing notify-send is reported`() async throws {
    let error = await #expect(throws: Failure.self) {
      try await Notifier(environment: ["PATH": "/nowhere"]).show("a", "b")
    }
    #expect(error?.code == "notificationFailed")
    #expect(
      error?.message
        == "Can't show the notification: program 'notify-send' not found in PATH."
    )
  }

  @Test func `a notify-send that hangs times out`() async throws {
    let folder = try TemporaryDirectory()
    try await folder.writeExecutable("#!/bin/sh\nexec sleep 1000\n", to: "notify-send")
    let notifier = Notifier(
      environment: ["PATH": "\(folder.path):/usr/bin:/bin"],
      timeout: .milliseconds(500)
    )
    let error = await #expect(throws: Failure.self) { try await notifier.show("a", "b") }
    #expect(error?.code == "notificationFailed")
    #expect(error?.message.contains("timed out") == true)
  }
}
