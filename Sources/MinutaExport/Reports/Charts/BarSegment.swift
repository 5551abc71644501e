import MinutaCore

/// The part of a bar that belongs to one tag, with its duration if there is room.
struct BarSegment {
  let item: ChartSeries.Item
  let seconds: Int
  let box: SVGBox

  private static let (font, nameFont) = (ReportFont(size: 7), ReportFont(size: 7, isBold: true))
  private static let upwardFont = ReportFont(size: 6.5)

  func addBox(to content: inout SVGContent) {
    let tooltip = "\(item.name): \(DurationFormat.text(seconds: seconds))"
    content.add(box, of: item, tooltip: tooltip)
    content.add(box, "edge")
  }

  /// Adds the duration, and the tag's name above it if both fit.
  ///
  /// - Parameter line: the place of a line that crosses the bar; nil if there is none.
  func addText(_ durations: ChartDuration, line: Double?, to content: inout SVGContent) {
    let ink = ReportStyle.ink(on: item.color)
    let middle = box.middle
    guard let text = durations.text(seconds, Self.font, width: box.width - 3) else {
      addUpwardText(durations, ink, line, to: &content)
      return
    }
    if box.width >= 44, box.height >= 20 {
      let name = Self.nameFont.fitted(item.name, to: box.width - 6)
      let size = max(Self.nameFont.width(name), Self.font.width(text))
      addPlate(width: size + 4, height: 18, line, to: &content)
      content.add(name, x: middle.x, y: middle.y - 1.5, Self.nameFont, ink, .middle)
      content.add(text, x: middle.x, y: middle.y + 7, Self.font, ink, .middle)
    } else if box.height >= 9 {
      addPlate(width: Self.font.width(text) + 3, height: 8, line, to: &content)
      content.add(text, x: middle.x, y: middle.y + 2.5, Self.font, ink, .middle)
    }
  }

  /// Adds the duration from bottom to top, in a bar that is too narrow for it.
  private func addUpwardText(
    _ durations: ChartDuration,
    _ ink: String,
    _ line: Double?,
    to content: inout SVGContent
  ) {
    let (font, place) = (Self.upwardFont, box.middle)
    guard box.width >= 9, let text = durations.text(seconds, font, width: box.height - 5) else {
      return
    }
    addPlate(width: 8, height: font.width(text) + 3, line, to: &content)
    content.add(text, x: place.x + 2.3, y: place.y, font, ink, .middle, isUpward: true)
  }

  /// Adds a plain area under a text, which would be hard to read on a pattern or a line.
  private func addPlate(
    width: Double,
    height: Double,
    _ line: Double?,
    to content: inout SVGContent
  ) {
    let middle = box.middle
    let isCrossed = line.map { abs($0 - middle.y) <= height / 2 + 1 } ?? false
    if item.pattern == nil, !isCrossed { return }
    let (x, y) = (middle.x - width / 2, middle.y - height / 2)
    let plate = SVGBox(x: x, y: y, width: width, height: height)
    content.add("<rect\(plate.attributes) rx=\"2\" class=\"plate\" fill=\"\(item.color)\"/>\n")
  }
}
