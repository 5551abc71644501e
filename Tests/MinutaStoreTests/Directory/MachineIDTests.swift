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

  /// The name of a machine, of which the store has a folder from then on.
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

  @Test func `the system's own name does not show`() throws {
    let name = try name(Self.ids[0])
    #expect(name.count == 16)
    #expect(try name != self.name(Self.ids[1]))
  }

  @Test(arguments: [nil, "", "uninitialized\n"])
  func `a system without a name gets one that stays`(_ systemID: String?) throws {
    #expect(try name(systemID) == name(systemID))
    #expect(try name(systemID) != name(systemID, state: "other"))
  }

  @Test(arguments: [
    [ids[0], ids[0], nil, ""], [nil, ids[0]], ["uninitialized\n", ids[0], "", ids[0]],
  ])
  func `a machine keeps the name that the store knows`(_ systemIDs: [String?]) throws {
    let names = try systemIDs.map { try name($0) }
    #expect(Set(names).count == 1)
  }

  @Test func `the folder of another machine is never taken`() throws {
    // A sync has brought it, and this user's state folder knows nothing of it.
    let other = try name(Self.ids[0], state: "other")
    #expect(try name(nil) != other)
    #expect(try name(Self.ids[1]) != other)
    // A copy of the home folder knows it, and the machine has a name of its own.
    #expect(try name(Self.ids[1], state: "other") != other)
  }
}
