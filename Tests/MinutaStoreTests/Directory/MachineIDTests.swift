import Foundation
import MinutaStore
import MinutaTestSupport
import Testing

@Suite struct MachineIDTests {
  private let folder: TemporaryDirectory
  private static let ids = [
    "3d1219c7c4c5404aaa1f6d2a48adfda4\n", "11111111111111111111111111111111\n",
  ]

  init() throws {
    folder = try TemporaryDirectory()
  }

  /// Returns this machine's name and creates its directory in the store, as a write does.
  private func name(
    _ systemID: String?,
    store: String = "store",
    state: String = "state"
  ) throws -> String {
    let store = "\(folder.path)/\(store)"
    let name = try MachineID.name(
      in: store,
      systemID: systemID.map { Array($0.utf8) },
      keptIn: "\(folder.path)/\(state)",
      learns: true
    ) { UUID() }
    try FileManager.default.createDirectory(
      atPath: "\(store)/.minuta.nosync/\(name)",
      withIntermediateDirectories: true
    )
    return name
  }

  @Test func `the machine's name doesn't reveal the machine ID`() throws {
    let name = try name(Self.ids[0])
    #expect(name.count == 16)
    #expect(try name != self.name(Self.ids[1]))
  }

  @Test(arguments: [nil, "", "uninitialized\n"])
  func `a system without a machine ID gets a lasting name`(_ systemID: String?) throws {
    #expect(try name(systemID) == name(systemID))
    #expect(try name(systemID) != name(systemID, state: "other"))
  }

  @Test(arguments: [
    [ids[0], ids[0], nil, ""], [nil, ids[0]], ["uninitialized\n", ids[0], "", ids[0]],
  ])
  func `a machine keeps the name that the store contains`(_ systemIDs: [String?]) throws {
    let names = try systemIDs.map { try name($0) }
    #expect(Set(names).count == 1)
  }

  @Test func `the directory of another machine is never used`() throws {
    // The store contains another machine's directory, which this user's state directory doesn't
    // mention.
    let other = try name(Self.ids[0], state: "other")
    #expect(try name(nil) != other)
    #expect(try name(Self.ids[1]) != other)
    // A copied home directory mentions the other machine, but this machine has its own machine ID.
    #expect(try name(Self.ids[1], state: "other") != other)
  }
}
