import Testing

@testable import SystemCalls

@Test(
  arguments: [
    ("ada:x:1000:1000:Zoë Ünal,,,:/home/ada:/bin/sh\n", ["ada", "/home/ada"]),
    ("none:*:9:9::/:", ["none", "/"]),
    ("ada:x:1000\n", nil), ("", nil),
  ] as [(String, [String]?)]
)
func `a passwd line with any characters is parsed`(line: String, expected: [String]?) {
  let fields = User.fields(of: line.utf8CString.map(\.self))
  #expect(fields.map { [String($0[0]), String($0[5])] } == expected)
}
