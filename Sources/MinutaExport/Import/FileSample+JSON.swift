package import JSONText

extension FileSample {
  /// The first element of a JSON array; nil if the file doesn't begin with one.
  package var firstElement: JSONValue? {
    var reader = JSONElementReader(ImportFile(name: fileName, bytes: bytes))
    return (try? reader.next())??.value
  }
}
