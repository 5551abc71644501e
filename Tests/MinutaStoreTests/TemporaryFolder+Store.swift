import Foundation
import MinutaTestSupport

@testable import MinutaStore

extension TemporaryFolder {
  /// Gives a file its temporary name again, as before a writer puts it into its place.
  func takeOutOfPlace(_ path: String, in store: String = ".") throws {
    let root = "\(self.path)/\(store)"
    let temporary = StorePlace(path).temporary
    try FileManager.default.moveItem(atPath: "\(root)/\(path)", toPath: "\(root)/\(temporary)")
  }
}
