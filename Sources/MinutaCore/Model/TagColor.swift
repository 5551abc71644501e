import Foundation

/// Computes a tag's default color from its name.
///
/// Names in alphabetical order get hues in the order of the rainbow. Names with
/// the same beginning have similar hues, and different chromas as long as there are any.
package enum TagColor {
  /// Returns the default color for a name as `#RRGGBB`.
  ///
  /// Its contrast is at least 4.5 on white and on black.
  package static func hex(for name: String) -> String {
    let hue = hue(for: name)
    return hex(hue: hue, strongestChroma(hue: hue), levels(for: name)[0])
  }

  /// Returns the default color for a name beside the colors of other tags.
  ///
  /// It is that of the name alone, unless another tag has a color like it. Then it is another one
  /// of the same hue, the first that is free, or else the one that differs most.
  static func hex(for name: String, beside others: [String]) -> String {
    let color = hex(for: name)
    if !others.contains(where: { areAlike($0, color) }) { return color }
    let distances = all(for: name).map { (color: $0, distance: distance(of: $0, to: others)) }
    return distances.first { $0.distance >= leastDistance }?.color
      ?? distances.max { $0.distance < $1.distance }?.color ?? color
  }

  /// Returns whether a color can be computed from a name, so that the user may not have chosen it.
  package static func isDefault(_ color: String, for name: String) -> Bool {
    color == earlierHex(for: name) || all(for: name).contains(color)
  }

  /// Returns the default colors that a tag of this name can have, the preferred one first.
  static func all(for name: String) -> [String] {
    let hue = hue(for: name)
    let strongest = strongestChroma(hue: hue)
    return levels(for: name).map { hex(hue: hue, strongest, $0) }
  }

  private static func hex(hue: Double, _ strongest: Double, _ level: Double) -> String {
    let chroma = weakestChroma + level * (strongest - weakestChroma)
    return hex(lightness: lightness(chroma: chroma, hue: hue), chroma: chroma, hue: hue)
  }

  /// Whether two colors are so similar that people take them for the same.
  static func areAlike(_ first: String, _ second: String) -> Bool {
    first == second || distance(of: first, to: [second]) < leastDistance
  }

  /// Returns the distance of a color to the nearest of others, of at most 441.
  package static func distance(of color: String, to others: [String]) -> Double {
    guard let own = channels(of: color) else { return .infinity }
    return others.compactMap(channels).map { distance(own, $0) }.min() ?? .infinity
  }

  /// Returns the distance of two colors that are given by their red, green and blue parts.
  static func distance(_ first: [Int], _ second: [Int]) -> Double {
    Double(zip(first, second).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }).squareRoot()
  }

  /// The smallest distance of two colors that people can distinguish.
  private static let leastDistance = 20.0

  /// Returns the default color that tags got before their colors differed in chroma.
  static func earlierHex(for name: String) -> String { hex(hue: hue(for: name)) }

  /// Returns lighter and darker shades of a color, those that differ least from it first.
  package static func shades(of color: String) -> [String] {
    guard let channels = channels(of: color) else { return [] }
    return [(255, 0.4), (0, 0.35), (255, 0.65), (0, 0.6), (255, 0.2)].map { end, part in
      let mixed = channels.map { Int((Double($0) + (Double(end) - Double($0)) * part).rounded()) }
      return hex(channels: mixed)
    }
  }

  /// Returns the color with red, green and blue parts from 0 to 255.
  package static func hex(channels: [Int]) -> String { "#" + channels.map(twoDigits).joined() }

  /// Returns the color of medium chroma with a hue in degrees.
  package static func hex(hue: Double) -> String {
    hex(lightness: 0.5579, chroma: 0.1147, hue: hue)
  }

  /// Returns the red, green and blue parts, from 0 to 255, of a color such as `#3F7A52`; nil for
  /// another text.
  package static func channels(of color: String) -> [Int]? {
    guard color.utf8.count == 7, color.utf8.first == UInt8(ascii: "#") else { return nil }
    var value = 0
    for byte in color.utf8.dropFirst() {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
      value = value << 4 | digit
    }
    return [value >> 16, value >> 8 & 0xFF, value & 0xFF]
  }

  /// Returns the hue in degrees for the first three letters of a name.
  ///
  /// The letters are read as the digits of a base-27 number, in which 0 stands for any other
  /// character.
  static func hue(for name: String) -> Double {
    let digits = name.lowercased().unicodeScalars.prefix(3).map { scalar in
      ("a"..."z").contains(scalar) ? Double(scalar.value - 96) : 0
    }
    let padded = digits + Array(repeating: 0, count: 3 - digits.count)
    return 360 * (729 * padded[0] + 27 * padded[1] + padded[2]) / 19683
  }

  /// Returns the levels of chroma, from 0 to 1, that a tag can have, the preferred one first.
  ///
  /// The name chooses among the first four. The others lie between these.
  private static func levels(for name: String) -> [Double] {
    let preferred = hash(name)
    let firsts = [0, 2, 1, 3].map { (preferred + $0) % 4 * 2 }
    return (firsts + [5, 3, 1]).map { Double($0) / 6 }
  }

  private static let weakestChroma = 0.03

  /// The relative luminance of every default color, as WCAG 2 defines it.
  ///
  /// Only colors of about this luminance have a contrast of 4.5 on white and on black.
  private static let luminance = 0.179

  /// Returns a hash of a name that is the same in each version of the program (FNV-1a).
  private static func hash(_ name: String) -> UInt32 {
    name.lowercased().utf8.reduce(2_166_136_261) { ($0 ^ UInt32($1)) &* 16_777_619 } >> 8
  }

  /// Returns the largest chroma of a hue that a screen can show, up to that of a strong color.
  private static func strongestChroma(hue: Double) -> Double {
    let chromas = stride(from: 0.18, to: weakestChroma, by: -0.005)
    return chromas.first { chroma in
      let lightness = lightness(chroma: chroma, hue: hue)
      return channels(lightness: lightness, chroma: chroma, hue: hue).allSatisfy { 0...1 ~= $0 }
    } ?? weakestChroma
  }

  /// Returns the OKLCH lightness with which a color has the luminance of all default colors.
  private static func lightness(chroma: Double, hue: Double) -> Double {
    var (low, high) = (0.4, 0.7)
    for _ in 0..<16 {
      let middle = (low + high) / 2
      let channels = channels(lightness: middle, chroma: chroma, hue: hue)
      let isDarker =
        0.2126 * channels[0] + 0.7152 * channels[1] + 0.0722 * channels[2] < luminance
      if isDarker { low = middle } else { high = middle }
    }
    return (low + high) / 2
  }

  /// Converts an OKLCH color to sRGB, limiting each channel to its valid range.
  static func hex(lightness: Double, chroma: Double, hue: Double) -> String {
    let channels = channels(lightness: lightness, chroma: chroma, hue: hue)
    return hex(channels: channels.map { byte(linear: $0) })
  }

  /// Converts an OKLCH color to linear sRGB.
  ///
  /// The matrices are from Björn Ottosson's OKLab color space.
  private static func channels(lightness: Double, chroma: Double, hue: Double) -> [Double] {
    let angle = hue * .pi / 180
    let (a, b) = (chroma * cos(angle), chroma * sin(angle))
    let l = cube(lightness + 0.3963377774 * a + 0.2158037573 * b)
    let m = cube(lightness - 0.1055613458 * a - 0.0638541728 * b)
    let s = cube(lightness - 0.0894841775 * a - 1.2914855480 * b)
    return [
      4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
      -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
      -0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s,
    ]
  }

  private static func cube(_ value: Double) -> Double { value * value * value }

  static func byte(linear channel: Double) -> Int {
    let clipped = min(max(channel, 0), 1)
    let gamma = clipped <= 0.0031308 ? 12.92 * clipped : 1.055 * pow(clipped, 1 / 2.4) - 0.055
    return Int((gamma * 255).rounded())
  }

  private static func twoDigits(_ byte: Int) -> String {
    (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
  }
}
