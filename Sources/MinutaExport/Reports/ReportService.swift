package import MinutaCore

/// The functions of the system that reports and images need: other programs and files.
package protocol ReportService: Sendable {
  /// Converts SVG pages into one file.
  func convert(_ pages: [String], to type: ReportConversion) throws(ReportError) -> [UInt8]

  /// Returns the content of an image at a path relative to the data folder; nil if it can't be read.
  func image(at path: String) -> [UInt8]?

  /// Returns an image with at most `ImageSize.limit` pixels on its longer side.
  ///
  /// A JPEG file gets the quality 80, and its pixels the direction in which it is shown.
  func resized(_ image: [UInt8], _ format: ImageFormat) throws(ReportError) -> [UInt8]

  /// Opens a file in the program for its type.
  ///
  /// - Parameter path: the absolute path of the file.
  func open(_ path: String) throws(ReportError)
}

/// The reason why a program can't make or open a file.
package enum ReportError: Error, Hashable, Sendable {
  /// None of the programs that make a file type is installed.
  case programMissing(String, packages: [String])
  /// A program failed; the reason is a clause.
  case programFailed(String, reason: String)
}

/// A service without other programs and files.
package struct NoReportService: ReportService {
  package init() {}

  package func convert(
    _ pages: [String],
    to type: ReportConversion
  ) throws(ReportError) -> [UInt8] {
    throw .programMissing("rsvg-convert", packages: ["librsvg2-bin"])
  }

  package func image(at path: String) -> [UInt8]? { nil }

  package func resized(
    _ image: [UInt8],
    _ format: ImageFormat
  ) throws(ReportError) -> [UInt8] {
    throw .programMissing("convert", packages: ["imagemagick"])
  }

  package func open(_ path: String) throws(ReportError) {
    throw .programMissing("xdg-open", packages: ["xdg-utils"])
  }
}
