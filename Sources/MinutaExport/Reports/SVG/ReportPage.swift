/// The sizes of a report's pages: A4 in landscape, in points.
enum ReportPage {
  static let width = 842.0
  static let height = 595.0
  static let margin = 40.0
  static let columnGap = 24.0
  /// The lower edge of the content.
  static let bottom = 542.0
  /// The baseline of the footer.
  static let footer = 562.0

  static var box: SVGBox { SVGBox(x: 0, y: 0, width: width, height: height) }

  static var contentWidth: Double { width - 2 * margin }

  /// The width of one of three columns.
  static var columnWidth: Double { (contentWidth - 2 * columnGap) / 3 }

  /// Returns the left edge of one of three columns.
  static func x(ofColumn column: Int) -> Double {
    margin + Double(column) * (columnWidth + columnGap)
  }
}
