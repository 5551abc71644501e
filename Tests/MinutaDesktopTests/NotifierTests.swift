import Foundation
import IntentKit
import MinutaTestSupport
import Testing

@testable import MinutaDesktop

/// Notifications by `notify-send`.
@Suite(.timeLimit(.minutes(5))) struct NotifierTests {
  @Test(arguments: ["-u critical", "--help", "<b>&\"'", "a\nb", "$(id)", "\u{202E}x", "\u{0}"])
  func `a hostile text is a text, and no option`(_ text: String) {
    let arguments = Notifier.arguments(text, text)
    #expect(arguments[1] == "--")
    #expect(arguments[2] == text.filter { $0 != "\0" })
    let body = arguments[3]
    #expect(!body.contains("<") && !body.contains("\u{202E}") && !body.contains("\u{0}"))
    #expect(body.split(separator: "\n").count == text.split(separator: "\n").count)
  }

  @Test func `where there is no notify-send, that is said`() async throws {
    let error = await #expect(throws: OutcomeError.self) {
      try await Notifier(environment: ["PATH": "/nowhere"]).show("a", "b")
    }
    #expect(error?.code == "notificationFailed")
    #expect(
      error?.message
        == "The notification could not be shown: there is no program 'notify-send' in PATH."
    )
  }

  @Test func `a notify-send that hangs is given up`() async throws {
    let folder = try TemporaryDirectory()
    try await folder.writeExecutable("#!/bin/sh\nexec sleep 1000\n", to: "notify-send")
    let notifier = Notifier(
      environment: ["PATH": "\(folder.path):/usr/bin:/bin"],
      timeout: .milliseconds(500)
    )
    let error = await #expect(throws: OutcomeError.self) { try await notifier.show("a", "b") }
    #expect(error?.message.hasSuffix(": notify-send did not end within 0.5 seconds.") == true)
  }
}
