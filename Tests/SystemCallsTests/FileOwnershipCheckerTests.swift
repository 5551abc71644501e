import Glibc
import MinutaTestSupport
import SystemCalls
import Testing

private let isRoot = geteuid() == 0

/// A file `home/config/file` in a folder that nobody else can write.
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

@Test(arguments: [0o600, 0o644, 0o400]) func `a file of one's own is one's own`(
  permissions: mode_t
) throws {
  let home = try HomeFixture()
  chmod(home.file, permissions)
  #expect(try home.untrustedPath() == nil)
}

@Test(arguments: [0o646, 0o666, 0o602]) func `a file that everybody can write is not`(
  permissions: mode_t
) throws {
  let home = try HomeFixture()
  chmod(home.file, permissions)
  #expect(try home.untrustedPath() == home.file)
}

@Test func `a folder above that everybody can write is named`() throws {
  let home = try HomeFixture()
  chmod(home.config, 0o777)
  #expect(try home.untrustedPath() == home.config)
  chmod(home.config, 0o755)
  chmod(home.path, 0o757)
  #expect(try home.untrustedPath() == home.path)
  #expect(try FileOwnershipChecker.untrustedPath(on: home.file, home: home.path + "/") == home.path)
}

@Test func `folders above the home do not count`() throws {
  let home = try HomeFixture()
  chmod(home.folder.path, 0o777)
  #expect(try home.untrustedPath() == nil)
  #expect(try FileOwnershipChecker.untrustedPath(on: home.file, home: home.path + "/") == nil)
}

@Test func `outside the home only a file's own folder counts`() throws {
  let home = try HomeFixture()
  chmod(home.path, 0o777)
  #expect(try FileOwnershipChecker.untrustedPath(on: home.file, home: "/nowhere") == nil)
  chmod(home.config, 0o777)
  #expect(try FileOwnershipChecker.untrustedPath(on: home.file, home: "/nowhere") == home.config)
}

@Test func `a group of the user's own number may write`() throws {
  let home = try HomeFixture()
  try #require(chown(home.file, geteuid(), getegid()) == 0)
  chmod(home.file, 0o664)
  #expect(try home.untrustedPath() == (getegid() == geteuid() ? nil : home.file))
}

@Test(.enabled(if: isRoot, "only root can give files away"))
func `another group may not write`() throws {
  let home = try HomeFixture()
  chown(home.file, 0, 12_345)
  #expect(try home.untrustedPath() == nil)
  chmod(home.file, 0o664)
  #expect(try home.untrustedPath() == home.file)
}

@Test(.enabled(if: isRoot, "only root can give files away"))
func `what somebody else owns is named`() throws {
  let home = try HomeFixture()
  chown(home.config, 12_345, 0)
  #expect(try home.untrustedPath() == home.config)
  chown(home.file, 12_345, 0)
  #expect(try home.untrustedPath() == home.file)
}

@Test func `a missing file is nobody's`() throws {
  let home = try HomeFixture()
  #expect(
    try FileOwnershipChecker.untrustedPath(on: home.file + "-missing", home: home.path) == nil
  )
}

@Test func `a link's target counts with its folder`() throws {
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

@Test func `a home reached by a link is still the home`() throws {
  let home = try HomeFixture()
  let link = home.folder.path + "/link"
  symlink(home.path, link)
  #expect(try FileOwnershipChecker.untrustedPath(on: link + "/config/file", home: link) == nil)
  chmod(home.path, 0o777)
  #expect(try FileOwnershipChecker.untrustedPath(on: link + "/config/file", home: link) == link)
}

@Test func `no name hides the folder above it`() throws {
  let home = try HomeFixture()
  let file = try home.folder.write("", to: "home/config/\u{301}x")
  chmod(home.config, 0o777)
  #expect(try FileOwnershipChecker.untrustedPath(on: file, home: home.path) == home.config)
}
