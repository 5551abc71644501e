/// Elements of an SVG file, with the size of the area that they fill.
package struct SVGDrawing: Sendable, Equatable {
  /// The size in points; the area begins at 0, 0.
  package let width: Double
  package let height: Double
  /// The name of the drawing for screen readers.
  package let title: String
  /// The content in one or two sentences, for screen readers.
  package let description: String
  /// The elements, without an enclosing `svg`.
  package let content: String

  /// The drawing as an element of its own, for an HTML page.
  package var element: String {
    """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width.svg) \(height.svg)" \
    width="\(width.svg)" height="\(height.svg)" role="img">\(names)\(content)</svg>
    """
  }

  /// Returns the drawing as a group of a larger drawing, moved to a place.
  func group(x: Double, y: Double) -> String {
    "<g transform=\"translate(\(x.svg) \(y.svg))\" role=\"img\">\(names)\(content)</g>\n"
  }

  private var names: String {
    "<title>\(title.svgEscaped)</title><desc>\(description.svgEscaped)</desc>\n"
  }
}
