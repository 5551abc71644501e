import Foundation
import Glibc
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

  @Test func `a notify-send that hangs is ended, with what it started`() async throws {
    let folder = try TemporaryFolder()
    let script = "#!/bin/sh\nsetsid sleep 1000 & echo $$ $! > \(folder.path)/ids; exec sleep 1000\n"
    let program = try folder.write(script, to: "notify-send")
    chmod(program, 0o755)
    let notifier = Notifier(
      environment: ["PATH": "\(folder.path):/usr/bin:/bin"],
      timeout: .milliseconds(500)
    )
    let error = await #expect(throws: OutcomeError.self) { try await notifier.show("a", "b") }
    #expect(error?.message.hasSuffix(": notify-send did not end within 0.5 seconds.") == true)
    for id in try folder.text(of: "ids").split(whereSeparator: \.isWhitespace) {
      try await wait(for: "end of \(id)") { kill(Int32(id) ?? 0, 0) != 0 || isZombie(String(id)) }
    }
  }

  private func isZombie(_ id: String) -> Bool {
    let status = (try? String(contentsOfFile: "/proc/\(id)/stat", encoding: .utf8)) ?? ""
    return status.contains(") Z ")
  }
}
