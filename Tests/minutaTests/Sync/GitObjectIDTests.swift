import SystemCalls
import Testing

@testable import MinutaSync

/// The ids of contents, as git computes them.
struct GitObjectIDTests {
  @Test(arguments: [
    ("", 1, "da39a3ee5e6b4b0d3255bfef95601890afd80709"),
    ("abc", 1, "a9993e364706816aba3e25717850c26c9cd0d89d"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 1,
      "84983e441c3bd26ebaae4aa1f95129e5e54670f1"
    ),
    ("a", 1_000_000, "34aa973cd4c4daa4f61eeb2bdbad27316534016f"),
  ])
  func `SHA-1 matches the published test vectors`(text: String, count: Int, hash: String) {
    let bytes = Array(String(repeating: text, count: count).utf8)
    #expect(SHA256.hex(GitObjectID.sha1(of: bytes)) == hash)
  }

  @Test func `the id of an empty file is that of git, in repositories of both hash functions`() {
    let known = [
      "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391",
      "473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813",
    ]
    for id in known { #expect(GitObjectID.id(of: [], like: id) == id) }
  }
}
