import MinutaCore

/// A program that makes images smaller.
struct ImageConverter {
  let program: String
  /// Returns the arguments for an image and the file to write.
  let arguments: @Sendable (_ image: String, _ output: String, ImageFormat) -> [String]

  /// The programs in the order in which they are tried: ImageMagick 7 and 6, and libvips.
  static let all = [imageMagick("magick"), imageMagick("convert"), vips]

  private static let size = "\(ImageSize.limit)"

  private static func imageMagick(_ name: String) -> ImageConverter {
    ImageConverter(program: name) { image, output, format in
      // The prefix keeps the program from choosing a format by the content.
      let quality = format == .jpeg ? ["-quality", "80"] : []
      // A picture of an animation may have only the pixels that change.
      let frames = format.canBeAnimated ? ["-coalesce"] : []
      let resize = frames + ["-auto-orient", "-resize", "\(size)x\(size)>"] + quality
      return ["\(format.rawValue):\(image)"] + resize + ["\(format.rawValue):\(output)"]
    }
  }

  private static let vips = ImageConverter(program: "vips") { image, output, format in
    let options = format == .jpeg ? "[Q=80]" : ""
    let pages = format.canBeAnimated ? "[n=-1]" : ""
    return ["thumbnail", image + pages, output + options, size, "--height", size, "--size", "down"]
  }
}

extension ImageFormat {
  /// Whether a file may have several pictures that are shown one after the other.
  fileprivate var canBeAnimated: Bool { self == .gif || self == .webp }
}
