/// A drawing of pages as an SVG file.
struct SVGFile {
  /// The size of a page in points.
  let width: Double
  let height: Double
  /// The name of the drawing for screen readers.
  let title: String
  /// The content in one or two sentences, for screen readers.
  let description: String
  /// The elements that the pages refer to, such as patterns.
  var definitions = ""
  /// The elements of each page.
  let pages: [String]

  /// The distance of the pages in a file that has all of them.
  private static let gap = 12.0

  /// A file for each page, for paper.
  var files: [String] { pages.map { text($0, height: height, css: ReportStyle.css) } }

  /// One file with all pages, one below the other, which follows the screen's colors.
  var text: String {
    let total = Double(pages.count) * (height + Self.gap) - Self.gap
    var content = "<rect width=\"\(width.svg)\" height=\"\(total.svg)\" class=\"track\"/>\n"
    for (index, page) in pages.enumerated() {
      let y = Double(index) * (height + Self.gap)
      content += "<g transform=\"translate(0 \(y.svg))\">\n\(page)</g>\n"
    }
    return text(content, height: total, css: ReportStyle.adaptiveCSS)
  }

  private func text(_ content: String, height: Double, css: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width.svg) \(height.svg)" \
    width="\(width.svg)pt" height="\(height.svg)pt" role="img" \
    aria-labelledby="title description">
    <title id="title">\(title.svgEscaped)</title>
    <desc id="description">\(description.svgEscaped)</desc>
    <style>
    \(css)</style>
    \(definitions)\(content)</svg>

    """
  }
}
