import Foundation
import MinutaCore
import MinutaTestSupport
import Testing

/// Large images, which are resized by another program when they are attached.
struct ImageResizingTests {
  private let fixture: MinutaFixture

  init() async throws {
    fixture = try MinutaFixture()
    try await fixture.shell("minuta log Work 1h")
  }

  /// Returns the header of a PNG file.
  private func png(_ width: UInt8, _ height: UInt8) -> [UInt8] {
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
      + [0, 0, width, 0xA0, 0, 0, height, 0x80]
  }

  private func attach(_ image: [UInt8], _ words: [String] = []) async throws -> String {
    let file = try fixture.home.replace("image.png", by: image)
    let path = ["PATH": "\(fixture.home.path)/bin"]
    let result = try await fixture.run(["image-attach", file] + words, environment: path)
    #expect(result.status == 0, "\(result.errors)")
    return result.output
  }

  /// Returns the only stored image.
  private func stored() throws -> [UInt8] {
    let images = try fixture.content().filter { $0.key.contains("_0.") }
    return Array(try #require(images.values.first ?? nil))
  }

  @Test func `without a program, a large image is stored as it is, with a note`() async throws {
    let image = png(0x0F, 0x0B)
    let output = try await attach(image)
    #expect(
      output.hasSuffix(
        "The image is stored with all its 4000 × 2944 pixels; to have large images resized to "
          + "1920, install the package imagemagick or libvips-tools.\n"
      )
    )
    #expect(try stored() == image)
  }

  @Test func `the image of a program is stored, but a dry run starts none`() async throws {
    let small = fixture.home.path + "/small.png"
    try fixture.home.replace("small.png", by: png(0x06, 0x05))
    let script = """
      #!/bin/sh
      echo "$@" > '\(fixture.home.path)/words'
      /bin/cp '\(small)' "${5#*:}"

      """
    try await fixture.home.writeExecutable(script, to: "bin/convert")
    #expect(try await attach(png(0x0F, 0x0B), ["--dry-run"]).contains("Would attach"))
    #expect(!FileManager.default.fileExists(atPath: fixture.home.path + "/words"))
    #expect(try await !attach(png(0x0F, 0x0B)).contains("pixels"))
    #expect(try fixture.home.text(of: "words").contains(" -resize 1920x1920> png:"))
    #expect(try stored() == png(0x06, 0x05))
  }

  @Test func `others can write while a program makes an image smaller`() async throws {
    let small = fixture.home.path + "/small.png"
    try fixture.home.replace("small.png", by: png(0x06, 0x05))
    let script = """
      #!/bin/sh
      PATH=/usr/bin:/bin
      '\(TestPrograms.minuta)' log Other 1h > '\(fixture.home.path)/other' 2>&1
      cp '\(small)' "${5#*:}"

      """
    try await fixture.home.writeExecutable(script, to: "bin/convert")
    #expect(try await !attach(png(0x0F, 0x0B)).contains("pixels"))
    #expect(try fixture.home.text(of: "other").contains("Other"))
    #expect(try stored() == png(0x06, 0x05))
  }

  @Test func `a program may write more than a pipe holds`() async throws {
    let script = """
      #!/bin/sh
      PATH=/usr/bin:/bin
      head -c 200000 /dev/zero
      head -c 200000 /dev/zero | tr '\\0' x >&2
      cp "${1#*:}" "${5#*:}"

      """
    try await fixture.home.writeExecutable(script, to: "bin/convert")
    let output = try await attach(png(0x0F, 0x0B))
    #expect(output.hasSuffix(" pixels, because the result of the program isn't smaller.\n"))
  }

  @Test func `no program starts for an image of too many pixels`() async throws {
    try await fixture.home.writeExecutable("#!/bin/sh\nexit 1\n", to: "bin/convert")
    let image = png(0xFF, 0xFF)
    let output = try await attach(image)
    #expect(output.hasSuffix("; images of more than 100 million pixels aren't resized.\n"))
    #expect(try stored() == image)
  }

  @Test func `an image of 1,920 pixels is stored as it is`() async throws {
    var image = png(0x07, 0x07)
    for place in [19, 23] { image[place] = 0x80 }
    #expect(try await !attach(image).contains("pixels"))
    #expect(try stored() == image)
  }

  @Test func `if the program fails, the note has its reason`() async throws {
    let script = "#!/bin/sh\necho 'no space' >&2\nexit 1\n"
    try await fixture.home.writeExecutable(script, to: "bin/vips")
    let output = try await attach(png(0x0F, 0x0B))
    #expect(output.hasSuffix(" pixels, because 'vips' failed: no space.\n"))
    #expect(try stored() == png(0x0F, 0x0B))
  }

  @Test(
    .requires("identify", "vips", "rsvg-convert"),
    arguments: ["convert", "vips"],
    ["png", "jpeg", "gif", "webp"]
  )
  func `a program makes an image smaller and keeps its shape`(
    _ program: String,
    _ format: String
  ) async throws {
    let script = "#!/bin/sh\nPATH=/usr/bin:/bin exec \(program) \"$@\"\n"
    try await fixture.home.writeExecutable(script, to: "bin/\(program)")
    try fixture.home.write(
      """
      <svg xmlns="http://www.w3.org/2000/svg" width="2400" height="1200">\
      <circle r="900" fill="#c00"/></svg>
      """,
      to: "a.svg"
    )
    try await fixture.shell(
      "rsvg-convert a.svg > a.png; for name in jpeg gif webp; do convert a.png a.$name; done"
    )
    let image = try Data(contentsOf: URL(filePath: "\(fixture.home.path)/a.\(format)"))
    #expect(try await !attach(Array(image)).contains("pixels"))
    let bytes = try stored()
    let type = try #require(ImageFormat(of: bytes))
    #expect(type.rawValue == format)
    let size = ImageSize(of: bytes, type)
    #expect(size?.width == 1920 && size?.height == 960)
    if type != .jpeg { return }
    try fixture.home.replace("stored.jpeg", by: bytes)
    #expect(try await fixture.shell("identify -format %Q stored.jpeg") == "80")
  }
}
