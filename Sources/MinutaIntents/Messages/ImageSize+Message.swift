import IntentKit
import MinutaCore
import MinutaExport

extension ImageSize {
  /// Returns the note that an image is stored in its full size.
  func note(notResizedBecauseOf error: ReportError) -> String {
    let kept = "The image is stored with all its \(width) × \(height) pixels"
    return switch error {
    case .programMissing(_, let packages):
      "\(kept); to have large images resized to \(Self.limit), install the package "
        + "\(packages.joined(separator: " or "))."
    case .programFailed(let program, let reason):
      "\(kept), because \(program.quoted) failed: \(reason)."
    }
  }
}
