/// A display of which pictures can be taken.
package protocol Screen: Sendable {
  /// Writes a picture of the display to a PNG file.
  func takeScreenshot(_ file: String) async throws
}

extension XSession: Screen {}

extension SwaySession: Screen {}

extension Screen {
  /// Returns a checksum of the display's pixels, which needs ImageMagick.
  ///
  /// - Parameter file: A file for the picture.
  package func checksum(_ file: String) async throws -> String {
    try await takeScreenshot(file)
    let program = TestPrograms.installed("identify") ?? "identify"
    let result = try await TestPrograms.run(program, ["-format", "%#", file])
    guard result.status == 0 else {
      throw WaitTimeoutError(description: "identify: \(result.errors)")
    }
    return result.output
  }

  /// Waits until the display differs from an earlier one and has stopped changing, and returns its
  /// checksum.
  ///
  /// - Parameters:
  ///   - earlier: The checksum of the earlier display; nil for none.
  ///   - what: The expected display, for an error message.
  ///   - file: A file for the pictures.
  ///   - checks: The number of equal pictures in a row that show that it has stopped changing.
  package func newChecksum(
    after earlier: String?,
    _ what: String,
    _ file: String,
    checks: Int = 3
  ) async throws -> String {
    var last = ""
    var equal = 0
    try await wait(for: what) {
      let sum = try await checksum(file)
      equal = sum == last ? equal + 1 : 0
      last = sum
      return sum != earlier && equal >= checks
    }
    return last
  }
}
