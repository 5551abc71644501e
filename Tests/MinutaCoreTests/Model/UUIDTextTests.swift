import Foundation
import MinutaCore
import Testing

@Suite struct UUIDTextTests {
  @Test func `an id is written and read as Foundation does it`() {
    for _ in 0..<1000 {
      let id = UUID()
      #expect(id.text == id.uuidString)
      #expect(UUID.of(id.text) == id)
      #expect(UUID.of(id.text.lowercased()) == id)
    }
  }

  @Test(arguments: [
    "", "-", "E621E1F8-C36C-495A-93FC-0C247A3E6E5", "E621E1F8-C36C-495A-93FC-0C247A3E6E5FF",
    "E621E1F8C36C495A93FC0C247A3E6E5F", "E621E1F8-C36C-495A-93FC-0C247A3E6E5G",
    "E621E1F-8C36C-495A-93FC-0C247A3E6E5F", "{E621E1F8-C36C-495A-93FC-0C247A3E6E5F}",
    " E621E1F8-C36C-495A-93FC-0C247A3E6E5", "E621E1F8-C36C-495A-93FC-0C247A3E6Eé",
    "E621E1F8-C36C-495A-93FC-", "0x21E1F8-C36C-495A-93FC-0C247A3E6E5F",
  ])
  func `a text that is no id is none`(text: String) {
    #expect(UUID.of(text) == nil)
  }
}
