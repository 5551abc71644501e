import Foundation
import IntentKit
import JSONText
import MinutaTestSupport
import Testing

@testable import Habits

@Test func `each tool has its files, and each file its tool`() async throws {
  let definitions = try await HabitsFixture().provider.definitions()
  let folder = PackageDirectory.path + "/Examples/Plugins/Habits/"
  for (place, end) in [("Intents", ".json"), ("Tools/Intents", ".swift")] {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder + place).sorted()
    #expect(names == definitions.map { $0.id + end })
  }
}

@Test func `a resource has the same content as its tool's result`() async throws {
  let definitions = try await HabitsFixture().provider.definitions()
  let resources = definitions.flatMap { definition in
    definition.resources.map { "\(definition.id) \($0.uri)" }
  }
  #expect(
    resources == [
      "ListBadHabits minuta://bad-habits", "ListHabits minuta://habits",
      "ShowProfile minuta://profile",
    ]
  )
}
