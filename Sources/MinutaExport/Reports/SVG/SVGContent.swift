import MinutaCore
import SystemCalls

/// The place of a rectangle in a drawing, in points.
struct SVGBox {
  let x: Double
  let y: Double
  let width: Double
  let height: Double

  var middle: (x: Double, y: Double) { (x + width / 2, y + height / 2) }

  /// The place as attributes of an element, each with a blank before it.
  var attributes: String {
    " x=\"\(x.svg)\" y=\"\(y.svg)\" width=\"\(width.svg)\" height=\"\(height.svg)\""
  }
}

/// The elements of a drawing, in the order in which they are painted.
struct SVGContent {
  private(set) var text = ""

  /// The side of a text at its `x`.
  enum Anchor: String {
    case start
    case middle
    case end

    /// The same side of a text that runs in the other direction.
    fileprivate var opposite: Anchor {
      switch self {
      case .start: .end
      case .middle: .middle
      case .end: .start
      }
    }
  }

  /// Adds a text, whose `y` is its baseline.
  ///
  /// - Parameters:
  ///   - style: a class of `ReportStyle.css`, or a color.
  ///   - isUpward: whether the text runs from bottom to top.
  ///   - isRightToLeft: whether the text runs from right to left; nil if its first letter decides.
  mutating func add(
    _ text: String,
    x: Double,
    y: Double,
    _ font: ReportFont,
    _ style: String = "ink",
    _ anchor: Anchor = .start,
    isUpward: Bool = false,
    isRightToLeft: Bool? = nil
  ) {
    if text.isEmpty { return }
    let isReversed = isRightToLeft ?? text.isRightToLeft
    let weight = font.isBold ? " font-weight=\"700\"" : ""
    let side = isReversed ? anchor.opposite : anchor
    let place =
      (side == .start ? "" : " text-anchor=\"\(side.rawValue)\"")
      + (isReversed ? " direction=\"rtl\"" : "")
    self.text += "<text x=\"\(x.svg)\" y=\"\(y.svg)\" font-size=\"\(font.size.svg)\"\(weight)"
    if isUpward { self.text += " transform=\"rotate(-90 \(x.svg) \(y.svg))\"" }
    self.text += "\(Self.paint(style))\(place)>\(text.svgEscaped)</text>\n"
  }

  /// Adds a rectangle.
  ///
  /// - Parameters:
  ///   - style: a class of `ReportStyle.css`, or a color.
  ///   - tooltip: the text that browsers show at the pointer; empty for none.
  mutating func add(_ box: SVGBox, _ style: String, radius: Double = 0, tooltip: String = "") {
    text += "<rect\(box.attributes)"
    if radius > 0 { text += " rx=\"\(radius.svg)\"" }
    text += Self.paint(style)
    text += tooltip.isEmpty ? "/>\n" : "><title>\(tooltip.svgEscaped)</title></rect>\n"
  }

  /// Adds a rectangle in the color of a series, with the pattern of the series over it.
  mutating func add(
    _ box: SVGBox,
    of item: ChartSeries.Item,
    radius: Double = 0,
    tooltip: String = ""
  ) {
    add(box, item.color, radius: radius, tooltip: tooltip)
    if let pattern = item.pattern { add(box, pattern, radius: radius) }
  }

  /// Adds lines with a paint and a width.
  ///
  /// - Parameter lines: the commands of their path; empty for none.
  mutating func addStroke(_ lines: String, _ paint: String, width: Double, tooltip: String = "") {
    if lines.isEmpty { return }
    text += "<path d=\"\(lines)\" stroke=\"\(paint)\" stroke-width=\"\(width.svg)\""
    text += tooltip.isEmpty ? "/>\n" : "><title>\(tooltip.svgEscaped)</title></path>\n"
  }

  /// Adds a straight line with a class of `ReportStyle.css`.
  mutating func addLine(x1: Double, y1: Double, x2: Double, y2: Double, _ style: String = "rule") {
    text += "<line x1=\"\(x1.svg)\" y1=\"\(y1.svg)\" x2=\"\(x2.svg)\" y2=\"\(y2.svg)\""
    text += " class=\"\(style)\"/>\n"
  }

  /// Adds elements.
  mutating func add(_ elements: String) { text += elements }

  private static func paint(_ style: String) -> String {
    let isColor = style.hasPrefix("#") || style.hasPrefix("url(")
    return isColor ? " fill=\"\(style)\"" : " class=\"\(style)\""
  }
}

extension Double {
  /// The number with at most two decimals.
  var svg: String {
    let hundredths = Int((self * 100).rounded())
    let (whole, rest) = (abs(hundredths) / 100, abs(hundredths) % 100)
    let sign = hundredths < 0 ? "-" : ""
    if rest == 0 { return "\(sign)\(whole)" }
    return "\(sign)\(whole).\(rest % 10 == 0 ? "\(rest / 10)" : rest.padded(to: 2))"
  }
}

extension String {
  /// The text for an element or attribute of an SVG file, without characters that control the
  /// direction of other texts or that XML can't express.
  var svgEscaped: String {
    if utf8.allSatisfy({ 0x20..<0x7F ~= $0 }) { return xmlEscaped }
    return String(unicodeScalars.filter(\.isPrintableInReports).map(Character.init)).xmlEscaped
  }
}

extension String {
  /// Whether the first letter belongs to a script that is written from right to left.
  var isRightToLeft: Bool {
    if utf8.allSatisfy({ $0 < 0x80 }) { return false }
    let first = unicodeScalars.first { $0.properties.isAlphabetic }
    guard let first else { return false }
    return Unicode.Scalar.rightToLeft.contains { $0 ~= first.value }
  }
}

extension Unicode.Scalar {
  /// The blocks of Hebrew, Arabic, Syriac, Thaana, N'Ko and other scripts from right to left.
  fileprivate static let rightToLeft: [ClosedRange<UInt32>] = [
    0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF,
  ]

  fileprivate var isPrintableInReports: Bool {
    !isControlOrBidirectional && value != 0xFFFE && value != 0xFFFF
  }
}
