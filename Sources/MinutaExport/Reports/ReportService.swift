/// The functions of the system that reports need: other programs and the files of images.
package protocol ReportService: Sendable {
  /// Converts SVG pages into one file.
  func convert(_ pages: [String], to type: ReportConversion) throws(ReportError) -> [UInt8]

  /// Returns the content of an image at a path relative to the data folder; nil if it can't be read.
  func image(at path: String) -> [UInt8]?

  /// Opens a file in the program for its type.
  ///
  /// - Parameter path: the absolute path of the file.
  func open(_ path: String) throws(ReportError)
}

/// The reason why a report can't be made or opened.
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

  package func open(_ path: String) throws(ReportError) {
    throw .programMissing("xdg-open", packages: ["xdg-utils"])
  }
}
