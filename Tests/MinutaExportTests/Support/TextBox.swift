@testable import MinutaExport

/// The area of a text in a drawing, by the font's metrics.
struct TextBox {
  let text: String
  let left: Double
  let right: Double
  let top: Double
  let bottom: Double

  init(_ element: SVGElement) {
    let isBold = element.attributes["font-weight"] != nil
    let font = ReportFont(size: element.number("font-size"), isBold: isBold)
    text = element.text.replacingEntities
    let width = font.width(text)
    let start = element.attributes["direction"] == "rtl" ? width : 0
    switch element.attributes["text-anchor"] {
    case "end": left = element.x - (width - start)
    case "middle": left = element.x - width / 2
    default: left = element.x - start
    }
    right = left + width
    // Digits and capital letters are 0.72 of the size high.
    top = element.y - font.size * 0.72
    bottom = element.y
  }

  static func all(in svg: String) -> [TextBox] {
    SVGElement.all(in: svg)
      .filter { $0.name == "text" && $0.attributes["transform"] == nil }.map(TextBox.init)
  }

  /// Returns the texts that overlap, as pairs.
  static func overlaps(_ boxes: [TextBox]) -> [String] {
    let sorted = boxes.sorted { $0.left < $1.left }
    var found: [String] = []
    for (index, box) in sorted.enumerated() {
      for other in sorted[(index + 1)...] {
        if other.left >= box.right - 0.2 { break }
        if other.top < box.bottom - 0.2, box.top < other.bottom - 0.2 {
          found.append("\(box.text) | \(other.text)")
        }
      }
    }
    return found
  }
}

extension String {
  /// The text with the entities of `xmlEscaped` replaced by their characters.
  fileprivate var replacingEntities: String {
    let entities = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")]
    return entities.reduce(self) { $0.replacing($1.0, with: $1.1) }
  }
}
