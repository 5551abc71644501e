import Foundation
import MinutaExport
import SystemCalls

/// A program that makes PDF and PNG files from SVG pages.
struct ReportConverter {
  let program: String
  /// Writes the input files to a folder and returns the arguments of the program.
  let prepare:
    @Sendable (
      _ pages: [String], _ type: ReportConversion, _ folder: String, _ output: String
    ) throws -> [String]

  /// The programs, the best first.
  static let all = [
    rsvg, chromium("chromium"), chromium("chromium-browser"), chromium("google-chrome"),
  ]

  private static let rsvg = ReportConverter(program: "rsvg-convert") {
    pages,
    type,
    folder,
    output in
    let files = try pages.enumerated().map { index, page in
      try write(page, to: "\(folder)/\(index + 1).svg")
    }
    // At 72 dots per inch, a point of the pages is one pixel.
    let height = pages.map { size(of: $0).height }.max() ?? 0
    let zoom = type == .png ? ["--zoom=\(min(2, highestPicture / height))"] : []
    let scale = ["--dpi-x=72", "--dpi-y=72"] + zoom
    return ["--format=\(type.rawValue)", "--output=\(output)"] + scale + files
  }

  /// The maximum height in pixels of a picture that `rsvg-convert` draws.
  private static let highestPicture = 32_767.0

  private static func chromium(_ name: String) -> ReportConverter {
    ReportConverter(program: name) { pages, type, folder, output in
      let sizes = pages.map(size)
      let width = sizes.map(\.width).max() ?? 0
      let paper = "\(width)pt \(sizes.first?.height ?? 0)pt"
      let style = """
        <!DOCTYPE html><meta charset="utf-8"><style>@page{size:\(paper);margin:0}
        body{margin:0}svg{display:block;break-after:page}
        svg:last-of-type{break-after:auto}</style>

        """
      let drawings = pages.map { page in
        page.range(of: "<svg").map { String(page[$0.lowerBound...]) } ?? page
      }
      let file = try write(style + drawings.joined(), to: "\(folder)/report.html")
      let common = ["--headless", "--disable-gpu", "--user-data-dir=\(folder)/profile"]
      let height = sizes.map(\.height).reduce(0, +)
      let pixels = [width, height].map { "\(Int(($0 * 4 / 3).rounded(.up)))" }
      let result =
        type == .pdf
        ? ["--no-pdf-header-footer", "--print-to-pdf=\(output)"]
        : [
          "--screenshot=\(output)", "--window-size=\(pixels.joined(separator: ","))",
          "--force-device-scale-factor=1.5",
        ]
      let root = User.isRoot ? ["--no-sandbox"] : []
      return common + root + result + ["file://\(file)"]
    }
  }

  /// Returns the size of an SVG page in points.
  private static func size(of page: String) -> (width: Double, height: Double) {
    let match = page.firstMatch(of: #/ width="([0-9.]+)pt" height="([0-9.]+)pt"/#)
    return (Double(match?.1 ?? "") ?? 0, Double(match?.2 ?? "") ?? 0)
  }

  private static func write(_ text: String, to path: String) throws -> String {
    try AtomicFileWriter.replace(path, with: Array(text.utf8))
    return path
  }
}
