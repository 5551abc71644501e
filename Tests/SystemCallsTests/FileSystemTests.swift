import MinutaTestSupport
import Testing

@testable import SystemCalls

@Suite struct FileSystemTests {
  @Test(
    arguments: [
      (0x6969, "NFS"), (0x517B, "SMB"), (0xFF53_4D42, "SMB"), (0xFE53_4D42, "SMB"),
      (0x6573_5546, "FUSE"), (0xEF53, nil), (0x0102_1994, nil),
    ] as [(UInt32, String?)]
  )
  func `a file system with machine-local locks is named`(number: UInt32, name: String?) {
    #expect(FileSystem.remoteTypeName(number) == name)
  }

  @Test func `a missing directory is an error`() throws {
    let folder = try TemporaryDirectory()
    #expect(try FileSystem.remoteTypeName(of: folder.path) == nil)
    #expect(throws: SystemError.self) {
      try FileSystem.remoteTypeName(of: folder.path + "/missing")
    }
  }

  @Test(
    arguments: [
      (0x801, "ext4"), (0x802, "ext2"), (0x1003_0012, "xfs"), (0x803, nil),
    ] as [(UInt64, Substring?)]
  )
  func `the mount table distinguishes ext2 from ext4`(device: UInt64, type: Substring?) {
    let mounts = """
      22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
      23 22 8:2 / /mnt/a\\040-\\040b rw - ext2 /dev/sda2 rw
      24 22 768:65554 / /mnt rw shared:2 master:1 - xfs /dev/x rw

      """
    #expect(FileSystem.type(of: device, in: mounts) == type)
  }

  @Test func `a missing attribute is not set`() throws {
    let folder = try TemporaryDirectory()
    #expect(!ExtendedAttribute.isSet("user.com.dropbox.ignored", on: folder.path))
    #expect(!ExtendedAttribute.isSet("user.com.dropbox.ignored", on: folder.path + "/missing"))
  }
}
