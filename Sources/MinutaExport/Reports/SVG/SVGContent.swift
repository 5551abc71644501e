import MinutaCore
import SystemCalls

/// The elements of a drawing, in the order in which they are painted.
struct SVGContent {
  private(set) var text = ""

  /// The side of a text at its `x`.
  enum Anchor: String {
    case start
    case middle
    case end
  }

  /// Adds a text, whose `y` is its baseline.
  ///
  /// - Parameters:
  ///   - style: a class of `ReportStyle.css`, or a color.
  ///   - isUpward: whether the text runs from bottom to top.
  mutating func add(
    _ text: String,
    x: Double,
    y: Double,
    _ font: ReportFont,
    _ style: String = "ink",
    _ anchor: Anchor = .start,
    isUpward: Bool = false
  ) {
    if text.isEmpty { return }
    let weight = font.isBold ? " font-weight=\"700\"" : ""
    let place = anchor == .start ? "" : " text-anchor=\"\(anchor.rawValue)\""
    self.text += "<text x=\"\(x.svg)\" y=\"\(y.svg)\" font-size=\"\(font.size.svg)\"\(weight)"
    if isUpward { self.text += " transform=\"rotate(-90 \(x.svg) \(y.svg))\"" }
    self.text += "\(Self.paint(style))\(place)>\(text.svgEscaped)</text>\n"
  }

  /// Adds a rectangle.
  ///
  /// - Parameters:
  ///   - style: a class of `ReportStyle.css`, or a color.
  ///   - tooltip: the text that browsers show at the pointer; empty for none.
  mutating func addRectangle(
    x: Double,
    y: Double,
    width: Double,
    height: Double,
    _ style: String,
    radius: Double = 0,
    tooltip: String = ""
  ) {
    text += "<rect x=\"\(x.svg)\" y=\"\(y.svg)\" width=\"\(width.svg)\" height=\"\(height.svg)\""
    if radius > 0 { text += " rx=\"\(radius.svg)\"" }
    text += Self.paint(style)
    text += tooltip.isEmpty ? "/>\n" : "><title>\(tooltip.svgEscaped)</title></rect>\n"
  }

  /// Adds a rectangle in the color of a series, with the pattern of the series over it.
  mutating func addRectangle(
    x: Double,
    y: Double,
    width: Double,
    height: Double,
    of item: ChartSeries.Item,
    radius: Double = 0,
    tooltip: String = ""
  ) {
    for (style, text) in [(item.color, tooltip), (item.pattern, "")] {
      guard let style else { continue }
      addRectangle(
        x: x,
        y: y,
        width: width,
        height: height,
        style,
        radius: radius,
        tooltip: text
      )
    }
  }

  /// Adds a filled path.
  ///
  /// - Parameter outline: the commands of the path; empty for none.
  mutating func addShape(_ outline: String, _ style: String, tooltip: String = "") {
    if outline.isEmpty { return }
    text += "<path d=\"\(outline)\"\(Self.paint(style))"
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

extension Unicode.Scalar {
  fileprivate var isPrintableInReports: Bool {
    !isControlOrBidirectional && value != 0xFFFE && value != 0xFFFF
  }
}
