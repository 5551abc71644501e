import IntentKit
import MinutaCore
import MinutaExport

extension ImageSize {
  /// Returns the note that an image is stored in its full size.
  func note(notResizedBecauseOf error: ReportError) -> String {
    switch error {
    case .programMissing(_, let packages):
      "\(kept); to have large images resized to \(Self.limit), install the package "
        + "\(packages.joined(separator: " or "))."
    case .programFailed(let program, let reason):
      "\(kept), because \(program.quoted) failed: \(reason)."
    }
  }

  /// The note that an image is stored in its full size, because it has too many pixels.
  var tooLargeNote: String {
    "\(kept); images of more than \(Self.pixelLimit / 1_000_000) million pixels aren't resized."
  }

  /// The note that an image is stored in its full size, because no program made it smaller.
  var unchangedNote: String { "\(kept), because the result of the program isn't smaller." }

  private var kept: String { "The image is stored with all its \(width) × \(height) pixels" }
}
