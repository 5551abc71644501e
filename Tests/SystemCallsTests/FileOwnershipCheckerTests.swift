import Glibc
import MinutaTestSupport
import SystemCalls
import Testing

private let isRoot = geteuid() == 0

/// A temporary home directory with the file `config/file`, which only the current user can change.
private struct HomeFixture {
  let folder: TemporaryDirectory
  var path: String { folder.path + "/home" }
  var config: String { path + "/config" }
  var file: String { config + "/file" }

  init() throws {
    folder = try TemporaryDirectory()
    try folder.write("", to: "home/config/file")
    for path in [path, config] { chmod(path, 0o755) }
    chmod(file, 0o644)
  }

  func untrustedPath() throws -> String? {
    try FileOwnershipChecker.untrustedPath(on: file, home: path)
  }
}

@Test(arguments: [0o600, 0o644, 0o400]) func `a file that only its owner can write is trusted`(
  permissions: mode_t
) throws {
  let home = try HomeFixture()
  chmod(home.file, permissions)
  #expect(try home.untrustedPath() == nil)
}

@Test(arguments: [0o646, 0o666, 0o602]) func `a world-writable file is untrusted`(
  permissions: mode_t
) throws {
  let home = try HomeFixture()
  chmod(home.file, permissions)
  #expect(try home.untrustedPath() == home.file)
}

@Test func `a world-writable parent directory is reported`() throws {
  let home = try HomeFixture()
  chmod(home.config, 0o777)
  #expect(try home.untrustedPath() == home.config)
  chmod(home.config, 0o755)
  chmod(home.path, 0o757)
  #expect(try home.untrustedPath() == home.path)
  #expect(try FileOwnershipChecker.untrustedPath(on: home.file, home: home.path + "/") == home.path)
}

@Test func `directories above the home directory are not checked`() throws {
  let home = try HomeFixture()
  chmod(home.folder.path, 0o777)
  #expect(try home.untrustedPath() == nil)
  #expect(try FileOwnershipChecker.untrustedPath(on: home.file, home: home.path + "/") == nil)
}

@Test func `outside the home directory only the file's own directory is checked`() throws {
  let home = try HomeFixture()
  chmod(home.path, 0o777)
  #expect(try FileOwnershipChecker.untrustedPath(on: home.file, home: "/nowhere") == nil)
  chmod(home.config, 0o777)
  #expect(try FileOwnershipChecker.untrustedPath(on: home.file, home: "/nowhere") == home.config)
}

@Test func `the user's private group may have write access`() throws {
  let home = try HomeFixture()
  try #require(chown(home.file, geteuid(), getegid()) == 0)
  chmod(home.file, 0o664)
  #expect(try home.untrustedPath() == (getegid() == geteuid() ? nil : home.file))
}

@Test(.requiresRoot)
func `write access for another group is untrusted`() throws {
  let home = try HomeFixture()
  chown(home.file, 0, 12_345)
  #expect(try home.untrustedPath() == nil)
  chmod(home.file, 0o664)
  #expect(try home.untrustedPath() == home.file)
}

@Test(.requiresRoot)
func `a file of another user is reported`() throws {
  let home = try HomeFixture()
  chown(home.config, 12_345, 0)
  #expect(try home.untrustedPath() == home.config)
  chown(home.file, 12_345, 0)
  #expect(try home.untrustedPath() == home.file)
}

@Test func `a missing file is not reported`() throws {
  let home = try HomeFixture()
  #expect(
    try FileOwnershipChecker.untrustedPath(on: home.file + "-missing", home: home.path) == nil
  )
}

@Test func `a link's target and its directory are checked`() throws {
  let home = try HomeFixture()
  let target = try home.folder.write("", to: "shared/target")
  symlink(target, home.config + "/link")
  let link = home.config + "/link"
  #expect(try FileOwnershipChecker.untrustedPath(on: link, home: home.path) == nil)
  chmod(home.folder.path + "/shared", 0o777)
  #expect(
    try FileOwnershipChecker.untrustedPath(on: link, home: home.path) == home.folder.path
      + "/shared"
  )
}

@Test func `a home directory reached by a link is recognized`() throws {
  let home = try HomeFixture()
  let link = home.folder.path + "/link"
  symlink(home.path, link)
  #expect(try FileOwnershipChecker.untrustedPath(on: link + "/config/file", home: link) == nil)
  chmod(home.path, 0o777)
  #expect(try FileOwnershipChecker.untrustedPath(on: link + "/config/file", home: link) == link)
}

@Test func `a combining character in a name doesn't hide its parent directory`() throws {
  let home = try HomeFixture()
  let file = try home.folder.write("", to: "home/config/\u{301}x")
  chmod(home.config, 0o777)
  #expect(try FileOwnershipChecker.untrustedPath(on: file, home: home.path) == home.config)
}
