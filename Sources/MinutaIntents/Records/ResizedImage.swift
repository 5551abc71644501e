import MinutaCore
import MinutaExport

/// An image to attach: smaller if it was large and a program could resize it.
struct ResizedImage: Sendable {
  let original: [UInt8]
  let bytes: [UInt8]
  /// The reason why a large image is as large as before; nil for any other image.
  let note: String?

  init(_ original: [UInt8], _ format: ImageFormat, by service: any ReportService) {
    self.original = original
    guard let size = ImageSize(of: original, format), size.isLarge else {
      (bytes, note) = (original, nil)
      return
    }
    if size.isTooLargeToResize {
      (bytes, note) = (original, size.tooLargeNote)
      return
    }
    do throws(ReportError) {
      let smaller = try service.resized(original, format)
      let isSmaller = ImageSize(of: smaller, format)?.isLarge == false
      (bytes, note) = isSmaller ? (smaller, nil) : (original, size.unchangedNote)
    } catch {
      (bytes, note) = (original, size.note(notResizedBecauseOf: error))
    }
  }
}
