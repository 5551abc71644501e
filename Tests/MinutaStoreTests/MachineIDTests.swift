import Foundation
import MinutaStore
import MinutaTestSupport
import Testing

@Suite struct MachineIDTests {
  @Test func `the system's own name does not show`() {
    let name = MachineID.name(systemID: Array("3d1219c7c4c5404aaa1f6d2a48adfda4\n".utf8))
    #expect(name.count == 16)
    #expect(name != MachineID.name(systemID: Array("other\n".utf8)))
  }

  @Test func `a system without a name gets one that stays`() throws {
    let folder = try TemporaryFolder()
    let first = try MachineID.name(keptIn: folder.path + "/state") { UUID() }
    let second = try MachineID.name(keptIn: folder.path + "/state") { UUID() }
    #expect(first == second)
    let elsewhere = try MachineID.name(keptIn: folder.path + "/other") { UUID() }
    #expect(first != elsewhere)
  }
}
