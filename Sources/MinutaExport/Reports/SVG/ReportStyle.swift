import Foundation
import MinutaCore

/// The colors and patterns of a report, in light and dark surroundings.
package enum ReportStyle {
  /// The style sheet of the drawings, for the element `style` of an SVG file or an HTML page.
  package static let css = """
    text{font-family:"Liberation Sans",Arimo,Arial,Helvetica,sans-serif}
    .page{fill:#fff}.ink{fill:#1b2430}.muted{fill:#5d6b7e}.soft{fill:#f1f4f7}.track{fill:#e3e8ee}
    .accent{fill:#2f6690}.mark{fill:#fff;fill-opacity:.34}
    .rule{stroke:#d5dce4;stroke-width:.6}.strong{stroke:#1b2430;stroke-width:.9}.grid{stroke:#e3e8ee;stroke-width:.5}
    .edge{fill:none;stroke:#fff;stroke-width:.8}
    .target{stroke:#1b2430;stroke-width:1;stroke-dasharray:3 2}
    .heat1{fill:#a9c7dc}.heat2{fill:#6ea3c4}.heat3{fill:#3c7ba6}.heat4{fill:#1c4f77}

    """

  /// The rules of `css` that apply only on dark screens; paper stays light.
  package static let darkCSS = """
    .page{fill:#14181e}.ink{fill:#e9edf2}.muted{fill:#9aa8b8}.soft{fill:#1c222a}.track{fill:#2a323d}
    .accent{fill:#7fb3d5}
    .rule{stroke:#36404c}.strong{stroke:#e9edf2}.grid{stroke:#2a323d}.edge{stroke:#14181e}.target{stroke:#e9edf2}
    .heat1{fill:#1f4461}.heat2{fill:#2f6c97}.heat3{fill:#569bc8}.heat4{fill:#a6d3f0}

    """

  /// The style sheet for an SVG file, which follows the screen's color scheme.
  static let adaptiveCSS = "\(css)@media screen and (prefers-color-scheme:dark){\n\(darkCSS)}\n"

  /// The marks that distinguish similar colors, each with the tile that it fills; the last one is for
  /// time without a tag.
  private static let marks = [
    (size: 5, angle: 45, "<rect width=\"1.2\" height=\"5\" class=\"mark\"/>"),
    (size: 4, angle: 0, "<circle cx=\"2\" cy=\"2\" r=\".9\" class=\"mark\"/>"),
    (size: 5, angle: -45, "<rect width=\"1.2\" height=\"5\" class=\"mark\"/>"),
    (size: 4, angle: 0, "<rect width=\"4\" height=\"1\" class=\"mark\"/>"),
    (size: 4, angle: 0, "<rect width=\"1\" height=\"4\" class=\"mark\"/>"),
    (size: 4, angle: 0, "<path d=\"M0 0h4v1h-3v3h-1z\" class=\"mark\"/>"),
  ]

  /// The patterns of all marks, as an element that must be in the same file or page.
  package static let definitions =
    "<defs>\n\((1...marks.count).map { pattern("minuta-p\($0)", $0) }.joined())</defs>\n"

  /// Returns the number of the marks of a series, from 1; 0 for none.
  ///
  /// - Parameter rank: the rank of the tag, after six of which the marks are repeated; nil for no tag.
  static func mark(_ rank: Int?) -> Int { rank.map { $0 % marks.count } ?? marks.count }

  /// Returns the paint of marks, whose pattern is in `definitions`.
  static func paint(ofMark mark: Int) -> String { "url(#minuta-p\(mark))" }

  /// Returns an element with a pattern.
  ///
  /// - Parameters:
  ///   - mark: the number of the mark, from 1.
  ///   - color: the color below the marks; nil for none.
  static func pattern(_ id: String, _ mark: Int, _ color: String? = nil) -> String {
    let (size, angle, element) = marks[mark - 1]
    let turn = angle == 0 ? "" : " patternTransform=\"rotate(\(angle))\""
    let ground = color.map { "<rect width=\"\(size)\" height=\"\(size)\" fill=\"\($0)\"/>" }
    return "<pattern id=\"\(id)\" width=\"\(size)\" height=\"\(size)\""
      + " patternUnits=\"userSpaceOnUse\"\(turn)>\(ground ?? "")\(element)</pattern>\n"
  }

  /// The color of time without a tag.
  static let untagged = "#888888"
  /// The color of the tags that have no color of their own in a chart.
  static let others = "#A7ADB5"

  /// Returns black or white, whichever is easier to read on a color such as `#3F7A52`.
  static func ink(on color: String) -> String {
    luminance(of: color) > 0.22 ? "#000000" : "#FFFFFF"
  }

  /// Returns the relative luminance of a color, from 0 to 1, as WCAG 2 defines it.
  static func luminance(of color: String) -> Double {
    guard let bytes = TagColor.channels(of: color) else { return 0 }
    let channels = bytes.map { byte in
      let part = Double(byte) / 255
      return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * channels[0] + 0.7152 * channels[1] + 0.0722 * channels[2]
  }
}
