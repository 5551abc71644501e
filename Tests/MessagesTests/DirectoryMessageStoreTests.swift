import Foundation
import MinutaTestSupport
import SystemCalls
import Testing

@testable import Messages

/// Tests files in the data folder that the program didn't write itself.
@Suite(.timeLimit(.minutes(5))) struct DirectoryMessageStoreTests {
  private let fixture: MessageServiceFixture

  init() throws {
    fixture = try MessageServiceFixture(timeout: .seconds(1))
  }

  private static let badMessages: [(content: String, reason: String)] = [
    ("", "unexpected end of text on line 1"),
    (#"{"id":"#, "unexpected end of text on line 1"),
    ("[]", "it does not say what it must"),
    (#"{"sender":"Ann","text":"x"}"#, "it does not say what it must"),
    (#"{"id":1,"id":2}"#, "duplicate key 'id' on line 1"),
  ]

  @Test(arguments: badMessages)
  func `an unreadable message is skipped and named`(content: String, reason: String) async throws {
    let chat = try await fixture.chat()
    for text in ["1", "2", "3"] { try await fixture.send(text) }
    try fixture.folder.write(content, to: fixture.file("0000000002.json", of: chat))
    let found = try await fixture.messages()
    #expect(found.value.messages.map(\.number) == [1, 3])
    #expect(found.skippedFiles.map(\.path) == ["\(MessageFileLayout.messageFile(2, in: chat.id))"])
    #expect(found.skippedFiles.first?.reason.hasPrefix(reason) == true, "\(found.skippedFiles)")
    #expect(try await fixture.send("4").message.number == 4)
    // Deleting a message must not overwrite a file that can't be read.
    await #expect(throws: MessageError.self) {
      try await fixture.service.deleteMessage(2, in: "Team", at: MessageServiceFixture.now)
    }
    #expect(try fixture.folder.text(of: fixture.file("0000000002.json", of: chat)) == content)
    #expect(try await fixture.messages(1).skippedFiles.isEmpty)
  }
}
