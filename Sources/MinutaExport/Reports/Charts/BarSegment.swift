import MinutaCore

/// The part of a bar that belongs to one tag, with its duration if there is room.
struct BarSegment {
  let item: ChartSeries.Item
  let seconds: Int
  let x: Double
  let y: Double
  let width: Double
  let height: Double

  func add(to content: inout SVGContent) {
    content.addRectangle(
      x: x,
      y: y,
      width: width,
      height: height,
      of: item,
      tooltip: "\(item.name): \(DurationFormat.text(seconds: seconds))"
    )
    content.addRectangle(x: x, y: y, width: width, height: height, "edge")
    addTexts(to: &content)
  }

  private func addTexts(to content: inout SVGContent) {
    let ink = ReportStyle.ink(on: item.color)
    let (font, nameFont) = (ReportFont(size: 7), ReportFont(size: 7, isBold: true))
    let middle = (x: x + width / 2, y: y + height / 2)
    guard let text = ChartDuration.text(seconds, font, width: width - 3) else {
      addRotatedText(middle, ink, to: &content)
      return
    }
    if width >= 44, height >= 20 {
      let name = nameFont.fitted(item.name, to: width - 6)
      let size = max(nameFont.width(name), font.width(text))
      addPlate(middle, width: size + 4, height: 18, to: &content)
      content.add(name, x: middle.x, y: middle.y - 1.5, nameFont, ink, .middle)
      content.add(text, x: middle.x, y: middle.y + 7, font, ink, .middle)
    } else if height >= 9 {
      addPlate(middle, width: font.width(text) + 3, height: 8, to: &content)
      content.add(text, x: middle.x, y: middle.y + 2.5, font, ink, .middle)
    }
  }

  /// Adds a plain area under a text, which would be hard to read on a pattern.
  private func addPlate(
    _ middle: (x: Double, y: Double),
    width: Double,
    height: Double,
    to content: inout SVGContent
  ) {
    if item.pattern == nil { return }
    let (x, y) = (middle.x - width / 2, middle.y - height / 2)
    content.add(
      "<rect x=\"\(x.svg)\" y=\"\(y.svg)\" width=\"\(width.svg)\" height=\"\(height.svg)\""
        + " rx=\"2\" class=\"plate\" fill=\"\(item.color)\"/>\n"
    )
  }

  /// Adds the duration from bottom to top, in a bar that is too narrow for it.
  private func addRotatedText(
    _ middle: (x: Double, y: Double),
    _ ink: String,
    to content: inout SVGContent
  ) {
    let font = ReportFont(size: 6.5)
    guard width >= 9, let text = ChartDuration.text(seconds, font, width: height - 5) else {
      return
    }
    addPlate(middle, width: 8, height: font.width(text) + 3, to: &content)
    content.add(
      text,
      x: middle.x + 2.3,
      y: middle.y,
      font,
      ink,
      .middle,
      isUpward: true
    )
  }
}
