import MinutaCore
import MinutaTestSupport
import Testing

@testable import MinutaExport

/// The hours of the day, measured from the drawing itself.
struct TimelineChartTests {
  @Test(arguments: [1, 2, 7, 31])
  func `a day is a row or a column in which each span has the length of its time`(
    _ count: Int
  ) throws {
    let data = ReportSample.report(days: count)
    let options = try ReportSample.options()
    let drawing = try #require(
      ReportChart.timeline.drawing(of: data, options, width: 500, height: 200)
    )
    let rects = SVGElement.all(in: drawing.content).filter { $0.name == "rect" }
    let days = rects.filter { $0.attributes["class"] == "soft" }
    let spans = rects.filter { $0.attributes["fill"]?.first == "#" }
    #expect(days.count == count)
    #expect(spans.count == data.days.reduce(0) { $0 + $1.spans.count })
    let day = try #require(days.first)
    let isRow = count == 1
    #expect(isRow == (day.width > day.height))
    let lengths = spans.map { isRow ? $0.width / day.width : $0.height / day.height }
    let times = data.days.flatMap(\.spans).map { Double($0.end - $0.start) / 86_400 }
    for (length, time) in zip(lengths.sorted(), times.sorted()) {
      #expect(abs(length - time) < 0.005)
    }
  }
}
