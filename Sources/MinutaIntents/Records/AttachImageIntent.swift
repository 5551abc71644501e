import Foundation
import IntentKit
import JSONText
import MinutaCore

enum AttachImageIntent: BuiltInIntent {
  static let definition = PackageResources.AttachImage_json
  static let requiresOwnTransaction = true

  static func validate(_ arguments: IntentArguments, now: Date) throws(Failure) {
    try checkSource(arguments)
    if arguments.has("data") { _ = try image(arguments) }
  }

  static func perform(_ arguments: IntentArguments, in context: inout IntentContext) throws
    -> IntentResult
  {
    let id = try arguments.requiredRecord()
    let image = try image(arguments)
    let attached = try context.tracker.attachImage(image.bytes, image.format, to: id)
    context.updateLastRecord([attached.record])
    return IntentResult(
      ["record": attached.record.json(context.recordJSONOptions), "image": .string(attached.file)],
      dialog: "\(context.verb("attach", past: "Attached")) \(attached.file.quoted) to "
        + "\(context.formatter.record(attached.record))."
    )
  }

  /// Returns the image in the arguments.
  ///
  /// Throws if the data isn't an image or doesn't match the given type.
  private static func image(
    _ arguments: IntentArguments
  ) throws(Failure) -> (bytes: [UInt8], format: ImageFormat) {
    let (name, bytes) = try content(arguments)
    if bytes.count > ImageFormat.limit {
      throw invalid(name, "an image of at most \(ImageFormat.limit >> 20) MiB", arguments)
    }
    guard let format = ImageFormat(of: bytes) else {
      throw invalid(
        name,
        "an image (\(ImageFormat.allCases.map(\.rawValue).joined(separator: ", ")))",
        arguments
      )
    }
    if let type = arguments.string("type"), type != format.rawValue {
      throw invalid("type", "the type of the image (\(format.rawValue))", arguments)
    }
    return (bytes, format)
  }

  /// Throws unless the arguments contain either a file, or data together with its type.
  private static func checkSource(_ arguments: IntentArguments) throws(Failure) {
    switch (arguments.has("file"), arguments.has("data")) {
    case (true, false): break
    case (false, true) where arguments.has("type"): break
    case (false, true): throw .invalidValue(ValidationError("type", .missing))
    case (false, false): throw .imageMissing
    case (true, true): throw .invalidValue(ValidationError("data", .conflict(with: "file")))
    }
  }

  private static func content(
    _ arguments: IntentArguments
  ) throws(Failure) -> (name: String, bytes: [UInt8]) {
    try checkSource(arguments)
    if let file = arguments.content("file") { return ("file", file) }
    guard let data = arguments.string("data")?.base64Bytes else {
      throw invalid("data", "base64", arguments)
    }
    return ("data", data)
  }

  private static func invalid(
    _ name: String,
    _ expected: String,
    _ arguments: IntentArguments
  ) -> Failure {
    let found = arguments.path(name) ?? ""
    return .invalidValue(
      ValidationError(name, .invalidFormat(expected: expected, found: .string(found)))
    )
  }
}
