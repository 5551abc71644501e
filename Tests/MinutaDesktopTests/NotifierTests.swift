import Foundation
import IntentKit
import MinutaTestSupport
import SystemCalls
import Testing

@testable import MinutaDesktop

@Suite(.timeLimit(.minutes(5))) struct NotifierTests {
  @Test(arguments: HostileNames.all)
  func `malicious text is neither an option nor markup`(_ text: String) {
    let arguments = Notifier.arguments(text, text, .critical, replacing: "7")
    #expect(
      Array(arguments[1...4]) == ["--print-id", "--urgency=critical", "--replace-id=7", "--"]
    )
    #expect(arguments[5] == text.filter { $0 != "\0" })
    let body = arguments[6]
    let backslashes = text.unicodeScalars.count { $0 == "\\" }
    #expect(body.unicodeScalars.count { $0 == "\\" } == 2 * backslashes)
    #expect(!body.contains("<") && !body.contains("\u{202E}") && !body.contains("\u{0}"))
    let breaks = text.unicodeScalars.count { $0 == "\n" }
    #expect(body.unicodeScalars.count { $0 == "\n" } == breaks)
  }

  @Test(arguments: [
    ("Started 'Work'.", "Started 'Work'."),
    (#"a "b" & <i>c</i>"#, #"a "b" &amp; &lt;i&gt;c&lt;/i&gt;"#),
    ("one\ntwo\tthree\u{1B}", "one\ntwo three "), (#"C:\new"#, #"C:\\new"#),
  ])
  func `only a daemon that reads markup gets escapes`(text: String, markup: String) {
    let plain = text.replacing(/[\t\u{1B}]/, with: " ").replacing("\\", with: #"\\"#)
    for (readsMarkup, body) in [(true, markup), (false, plain)] {
      let arguments = Notifier.arguments(
        "x",
        text,
        .normal,
        replacing: nil,
        readsMarkup: readsMarkup
      )
      #expect(arguments.last == body)
    }
  }

  /// The text that dunst draws is always markup.
  @Test(
    .requires("dunst", "dbus-daemon", "gdbus", "notify-send", "sleep", "Xvfb", "xdotool"),
    arguments: [("full", "Started 'Work' &amp; &lt;b&gt;."), ("no", "Started 'Work' & <b>.")]
  )
  func `dunst shows malicious text as it is`(markup: String, sentence: String) async throws {
    let notifications = try await NotificationSession()
    defer { notifications.end() }
    let home = try TemporaryDirectory()
    let environment = notifications.environment.merging([
      "HOME": home.path, "PATH": "/usr/bin:/bin",
    ]) { $1 }
    try await XSession.run("sleep", ["infinity"], environment: environment) { session in
      try await notifications.withDaemon(session.environment, markup: markup) {
        let notifier = Notifier(environment: session.environment)
        try await notifier.show("Minuta", "Started 'Work' & <b>.")
        #expect(try await notifications.nextNotification().text == sentence)
        for text in HostileNames.all {
          try await notifier.show(text, text, .critical)
          let shown = try await notifications.nextNotification().text
          let readable = text.unicodeScalars.map { scalar in
            scalar.isShown || scalar == "\n" ? String(scalar) : " "
          }.joined()
          #expect(plain(shown, markup) == readable, "\(text.debugDescription.prefix(60))")
        }
      }
    }
  }

  /// Returns the text that a body in dunst's history stands for.
  private func plain(_ body: String, _ markup: String) -> String {
    if markup == "no" { return body }
    // Compares scalars, because an ampersand may be a part of a longer character.
    return [("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")].reduce(body) {
      $0.replacingOccurrences(of: $1.0, with: $1.1, options: .literal)
    }
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
