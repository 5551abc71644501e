import Foundation
import IntentKit
import JSONText
import MinutaCore
import MinutaExport

struct AttachImageIntent: BuiltInIntent {
  static let definition = PackageResources.AttachImage_json
  static let requiresOwnTransaction = true

  struct Parameters: Codable {
    let record: RecordReference
    let file: FileArgument?
    /// The content of the image in base64.
    let data: String?
    let type: ImageFormat?
  }

  struct Result: Codable {
    let record: RecordResult
    let image: String
  }

  let parameters: Parameters

  func validate(now: Date) throws(Failure) {
    try checkSource()
    if parameters.data != nil { _ = try image() }
  }

  func perform(in context: inout IntentContext) throws -> IntentOutput<Result> {
    let (bytes, format) = try image()
    let resized = context.isDryRun ? nil : resizedImage(bytes, format, in: context)
    if let note = resized?.note { context.notes.append(note) }
    let attached = try context.tracker.attachImage(
      resized?.bytes ?? bytes,
      format,
      to: parameters.record.id
    )
    context.updateLastRecord([attached.record])
    return IntentOutput(
      Result(record: context.result(of: attached.record), image: attached.file),
      dialog: "\(context.verb("attach", past: "Attached")) \(attached.file.quoted) to "
        + "\(context.formatter.record(attached.record))."
    )
  }

  /// Returns the image in the arguments.
  ///
  /// Throws if the data isn't an image or doesn't match the given type.
  func image() throws(Failure) -> (bytes: [UInt8], format: ImageFormat) {
    let (name, bytes) = try content()
    if bytes.count > ImageFormat.limit {
      throw invalid(name, "an image of at most \(ImageFormat.limit >> 20) MiB")
    }
    guard let format = ImageFormat(of: bytes) else {
      throw invalid(
        name,
        "an image (\(ImageFormat.allCases.map(\.rawValue).joined(separator: ", ")))"
      )
    }
    if let type = parameters.type, type != format {
      throw invalid("type", "the type of the image (\(format.rawValue))")
    }
    return (bytes, format)
  }

  /// Returns the image that was resized before the transaction, unless its file has changed since.
  private func resizedImage(
    _ bytes: [UInt8],
    _ format: ImageFormat,
    in context: IntentContext
  ) -> ResizedImage {
    if case .image(let image) = context.preparedFile, image.original == bytes { return image }
    return ResizedImage(bytes, format, by: context.reportService)
  }

  /// Throws unless the arguments contain either a file, or data together with its type.
  private func checkSource() throws(Failure) {
    switch (parameters.file != nil, parameters.data != nil) {
    case (true, false): break
    case (false, true) where parameters.type != nil: break
    case (false, true): throw .invalidValue(ValidationError("type", .missing))
    case (false, false):
      throw .invalidValue(ValidationError(JSONPointer([]), .missingOneOf(["file", "data"])))
    case (true, true): throw .invalidValue(ValidationError("data", .conflict(with: "file")))
    }
  }

  private func content() throws(Failure) -> (name: String, bytes: [UInt8]) {
    try checkSource()
    if let file = parameters.file?.content { return ("file", file) }
    guard let data = parameters.data.flatMap({ Data(base64Encoded: $0) }) else {
      throw invalid("data", "base64")
    }
    return ("data", Array(data))
  }

  private func invalid(_ name: String, _ expected: String) -> Failure {
    let found =
      switch name {
      case "file": parameters.file?.path
      case "type": parameters.type?.rawValue
      default: parameters.data
      }
    return .invalidFormat(found ?? "", at: JSONPointer([name]), expected: expected)
  }
}
