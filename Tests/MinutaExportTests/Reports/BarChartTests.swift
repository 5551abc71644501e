import MinutaCore
import MinutaTestSupport
import Testing

@testable import MinutaExport

/// The bars, measured from the drawing itself.
struct BarChartTests {
  @Test(arguments: [1, 7, 31, 60, 189, 366, 1100, 4000])
  func `a bar is as high as its time, and its segments lie on each other`(_ count: Int) throws {
    let data = ReportSample.report(days: count)
    let options = try ReportSample.options()
    let unit = LocalCalendar.Unit(barsOf: count)
    let buckets = ChartBucket.all(data.days, by: unit, options.days)
    let drawing = try #require(
      ReportChart.bars.drawing(of: data, options, width: 500, height: 200)
    )
    let elements = SVGElement.all(in: drawing.content)
    let rects = elements.filter { $0.name == "rect" && $0.attributes["class"] == nil }
    let bars = rects.filter { $0.attributes["fill"]?.first == "#" }
    let columns = Dictionary(grouping: bars, by: \.x)
    let heights = columns.sorted { $0.key < $1.key }.map { column in
      let parts = column.value.sorted { $0.y > $1.y }
      for (lower, upper) in zip(parts, parts.dropFirst()) {
        #expect(abs(upper.y + upper.height - lower.y) < 0.02)
      }
      return parts.reduce(0) { $0 + $1.height }
    }
    let sums = buckets.map(\.totalSeconds).filter { $0 > 0 }
    #expect(heights.count == sums.count)
    let scale = (heights.max() ?? 0) / Double(sums.max() ?? 1)
    for (height, sum) in zip(heights, sums) { #expect(abs(height - Double(sum) * scale) < 0.1) }
  }

  @Test(arguments: [1, 7, 28, 31, 90, 189, 366, 1100, 4000], ["en_GB", "de_DE", "ru_RU"])
  func `no label overlaps another or leaves the drawing`(_ count: Int, _ locale: String) throws {
    let data = ReportSample.report(days: count)
    var options = try ReportSample.options()
    options.locale = locale
    for chart in ReportChart.allCases {
      guard let drawing = chart.drawing(of: data, options, width: 500) else { continue }
      let boxes = TextBox.all(in: drawing.content)
      #expect(TextBox.overlaps(boxes) == [], "\(chart)")
      for box in boxes {
        #expect(box.left >= -0.5 && box.right <= drawing.width + 0.5, "\(chart) \(box.text)")
        #expect(box.top >= -0.5 && box.bottom <= drawing.height + 0.5, "\(chart) \(box.text)")
      }
    }
  }

  @Test func `a total doesn't lie on a target line, and a text in a bar isn't wider than it`()
    throws
  {
    let data = ReportSample.report(days: 31)
    let drawing = try #require(
      ReportChart.bars.drawing(of: data, try ReportSample.options(), width: 500, height: 220)
    )
    let elements = SVGElement.all(in: drawing.content)
    let lines = elements.filter { $0.attributes["class"] == "target" }
    #expect(lines.count == 5)
    for box in TextBox.all(in: drawing.content) {
      for line in lines where line.number("x1") < box.right && line.number("x2") > box.left {
        #expect(
          line.number("y1") <= box.top + 0.3 || line.number("y1") >= box.bottom,
          "\(box.text)"
        )
      }
    }
    let upward = elements.filter { $0.attributes["transform"] != nil && $0.name == "text" }
    #expect(upward.count > 10)
    for element in upward {
      let size = ReportFont(size: element.number("font-size")).width(element.text)
      #expect(
        elements.contains {
          $0.name == "rect" && $0.y <= element.y - size / 2 && $0.x < element.x
            && $0.y + $0.height >= element.y + size / 2 && $0.x + $0.width > element.x
        }
      )
    }
  }

  @Test func `the parts of a bar have the order of the legend, from top to bottom`() throws {
    let data = ReportSample.report(days: 7)
    let options = try ReportSample.options()
    let colors = ChartSeries(data.tags).items.map(\.color)
    let drawing = try #require(ReportChart.bars.drawing(of: data, options, width: 500))
    let boxes = SVGElement.all(in: drawing.content).filter { element in
      element.name == "rect" && colors.contains(element.attributes["fill"] ?? "")
        && element.attributes["class"] == nil
    }
    let bars = Dictionary(grouping: boxes, by: \.x)
    #expect(bars.count == 5)
    for bar in bars.values {
      let fills = bar.sorted { $0.y < $1.y }.compactMap { $0.attributes["fill"] }
      let order = fills.compactMap { colors.firstIndex(of: $0) }
      #expect(order == order.sorted())
    }
    let legend = try #require(ReportChart.shares.drawing(of: data, options, width: 250))
    let swatches = SVGElement.all(in: legend.content).filter { $0.name == "rect" && $0.x == 0 }
    #expect(swatches.compactMap { $0.attributes["fill"] }.filter { $0.first == "#" } == colors)
  }

  @Test func `a run of equal targets is one line, and a text on it has a plain area`() throws {
    var data = ReportSample.report(days: 7, names: ["Work"])
    for index in data.days.indices {
      data.days[index].totalSeconds = 8 * 3600
      data.days[index].segments = [ReportSegment(tag: 0, seconds: 8 * 3600)]
      data.days[index].dueSeconds = index < 5 ? 4 * 3600 : 0
    }
    let drawing = try #require(
      ReportChart.bars.drawing(of: data, try ReportSample.options(), width: 500)
    )
    let elements = SVGElement.all(in: drawing.content)
    let lines = elements.filter { $0.attributes["class"] == "target" }
    #expect(lines.count == 1)
    let y = try #require(lines.first).number("y1")
    let texts = TextBox.all(in: drawing.content).filter { $0.text == "Work" || $0.text == "8h 00m" }
    let plates = elements.filter { $0.attributes["class"] == "plate" }
    #expect(plates.count == 5)
    for plate in plates { #expect(plate.y < y && plate.y + plate.height > y) }
    for text in texts where text.left < plates[4].x && text.top < y && text.bottom > y {
      #expect(plates.contains { $0.x <= text.left && $0.x + $0.width >= text.right })
    }
  }

  @Test(arguments: [
    ([3600, 36_000], 40.0, "10h 00m"), ([3600, 36_000], 20, "10:00"), ([3600, 36_000], 11, "10h"),
    ([3600, 36_000], 5, ""), ([59], 40, ""),
  ])
  func `all totals of a chart have one form, the longest that fits`(
    _ totals: [Int],
    _ room: Double,
    _ last: String
  ) {
    let durations = ChartDuration(totals: totals, room: room)
    #expect(durations.total(totals[totals.count - 1], room: room) == last)
    #expect(durations.font.width(last) <= room)
    #expect(durations.font.size >= 5.5)
  }

  @Test func `a month has the initials of its weekdays, and a week its dates in full`() throws {
    var options = try ReportSample.options()
    options.locale = "de_DE"
    for chart in [ReportChart.bars, .timeline] {
      let month = try #require(
        chart.drawing(of: ReportSample.report(days: 30), options, width: 500)
      )
      let texts = TextBox.all(in: month.content).map(\.text)
      #expect(Array(texts.joined(separator: " ").matches(of: /M D M D F S S/)).count == 4)
      let week = try #require(chart.drawing(of: ReportSample.report(days: 7), options, width: 500))
      #expect(TextBox.all(in: week.content).contains { $0.text == "Mo. 2. Nov." })
    }
  }

  @Test func `a path of lines has steps of tenths`() {
    var path = ColumnPath()
    path.add(x: 10.04, from: 4, to: 4.5)
    path.add(x: 10.04, from: 4.5, to: 6)
    path.add(x: 10.04, from: 7.26, to: 8)
    path.add(x: 20, from: 0.5, to: 1)
    path.add(x: 20, from: 0.8, to: 3)
    #expect(path.text == "M10 4v.5v1.5m0 1.3v.7M20 .5v.5m0-.2v2.2")
  }

  @Test func `a text in a segment is black or white, whichever is easier to read`() {
    #expect(ReportStyle.ink(on: "#FFEE00") == "#000000")
    #expect(ReportStyle.ink(on: "#102030") == "#FFFFFF")
    #expect(abs(ReportStyle.luminance(of: "#808080") - 0.2159) < 0.001)
  }

  @Test(arguments: [
    ([1, 1, 1], [34, 33, 33]), ([0, 0], [0, 0]), ([997, 2, 1], [100, 0, 0]), ([], []),
  ])
  func `percentages add up to 100`(_ parts: [Int], _ shares: [Int]) {
    #expect(Rounding.distribute(100, over: parts) == shares)
  }

  @Test func `tags whose colors are alike get shades, and the first one keeps its own`() {
    let tags = ["Acme/Shop", "Acme/Website", "Acme/App", "Museum", nil].map { name in
      let color = name.map { $0.hasPrefix("Acme") ? "#B06038" : TagColor.hex(for: $0) }
      return ReportTag(name: name, color: color, seconds: 1, records: 1)
    }
    let separated = ReportColorSeparator.separate(tags)
    #expect(separated[0].color == tags[0].color)
    #expect(separated[3].color == tags[3].color)
    #expect(separated[4].color == nil)
    #expect(Set(separated.map(\.color)).count == 5)
    for color in separated.prefix(3).compactMap(\.color) {
      // All shades of this brown have more red than green, and more green than blue.
      let parts = TagColor.channels(of: color) ?? []
      #expect(parts[0] > parts[1] && parts[1] > parts[2], "\(color)")
    }
  }

  @Test func `tags that have no series of their own are counted with the rest`() throws {
    let names = (0..<400).map { Optional("Tag \($0)") }
    let data = ReportSample.report(days: 31, names: names)
    let series = ChartSeries(data.tags)
    #expect(series.items.count == 12)
    #expect(series.items.last?.name == "389 other tags")
    #expect(series.items.reduce(0) { $0 + $1.seconds } == data.totalSeconds)
    #expect(series.seconds(in: data.days).reduce(0, +) == data.totalSeconds)
  }

  @Test func `many tags are shown by the first level of their names`() {
    let names = (0..<40).map { Optional("Client \($0 % 3)/Project \($0)") } + [nil]
    let series = ChartSeries(ReportSample.report(days: 31, names: names).tags)
    #expect(Set(series.items.map(\.name)) == ["Client 0", "Client 1", "Client 2", "Untagged"])
  }

  @Test func `first levels whose colors are alike get others`() {
    let tags = (0..<35).map { index in
      let color = index % 7 < 2 ? "#A5552C" : "#A6562D"
      return ReportTag(
        name: "Client \(index % 7)/Project \(index)",
        color: color,
        seconds: 1,
        records: 1
      )
    }
    let items = ChartSeries(tags).items
    #expect(items.count == 7 && items[0].color == "#A5552C")
    #expect(Set(items.map(\.color)).count == 7)
  }

  @Test func `a name that is too long loses its middle`() {
    let font = ReportFont(size: 9)
    let name = "International cooperation/Development 07"
    let short = font.fittedName(name, to: 120)
    #expect(font.width(short) <= 120)
    #expect(short.hasPrefix("Internat") && short.contains("…") && short.hasSuffix("07"))
    #expect(font.fittedName(name, to: 400) == name)
    #expect(font.width(font.fittedName(name, to: 12)) <= 12)
  }

  @Test func `overlapping spans stand side by side`() {
    let spans = [(0, 10), (5, 15), (12, 20), (30, 40)].map {
      ReportSpan(tag: 0, start: $0.0, end: $0.1)
    }
    let lanes = TimelineLanes(spans).lanes
    #expect(lanes.map(\.index) == [0, 1, 0, 0])
    #expect(lanes.map(\.count) == [2, 2, 2, 1])
  }
}
