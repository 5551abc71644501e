import Foundation
import IntentKit
import MinutaTestSupport
import Testing

@testable import Messages

@Suite struct DefinitionTests {
  @Test func `each definition has its intent, and each intent its definition`() throws {
    let service = LocalMessageService(store: InMemoryOverlayStore(over: nil)) { UUID() }
    let ids = try MessageProvider(service: service, person: "Ann").definitions().map(\.id)
    let folder = PackageDirectory.path + "/Examples/Plugins/Messages/Intents"
    let files = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    #expect(ids.map { "\($0).json" } == files)
  }
}
