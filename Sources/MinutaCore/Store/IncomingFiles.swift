/// The changes of files that a sync brings from another version of the data folder.
///
/// They are committed like any other change, so readers see all of them or none.
package struct IncomingFiles: Sendable {
  /// An image, or a file to remove if there are no bytes.
  package struct Image: Sendable {
    /// The path relative to the data folder.
    package let path: String
    /// The content that the file must have before; nil if there must be no file.
    package let before: [UInt8]?
    package let bytes: [UInt8]?

    package init(path: String, before: [UInt8]?, bytes: [UInt8]?) {
      (self.path, self.before, self.bytes) = (path, before, bytes)
    }
  }

  package var texts: [StoreRepair.TextFileChange] = []
  package var images: [Image] = []
  /// The version of the folder that is complete with these files, such as git's commit.
  package var commit: String?

  package init() {}

  package var isEmpty: Bool { texts.isEmpty && images.isEmpty }

  /// The changes of texts as one repair, to check that the files are still as expected.
  package var textRepair: StoreRepair { StoreRepair(of: "", texts: texts) }
}
