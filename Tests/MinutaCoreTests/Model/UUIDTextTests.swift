import Foundation
import MinutaCore
import Testing

@Suite struct UUIDTextTests {
  @Test func `ids are formatted and parsed as in Foundation`() {
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
  func `other text is not an id`(text: String) {
    #expect(UUID.of(text) == nil)
  }
}
