import Foundation

/// A kind of colour vision.
///
/// The matrices, for linear red, green and blue, are those of Machado, Oliveira and Fernandes, "A
/// Physiologically-based Model for Simulation of Color Vision Deficiency" (2009).
package enum ColorVision: CaseIterable {
  case normal
  case protanopia
  case deuteranopia

  /// Returns the distance of two colors for the eyes that see the smallest one, of at most 441.
  ///
  /// - Parameter first: a color such as `#3F7A52`; the distance of another text is infinite.
  package static func distance(_ first: String, _ second: String) -> Double {
    guard let first = TagColor.channels(of: first), let second = TagColor.channels(of: second)
    else { return .infinity }
    let distances = allCases.map { TagColor.distance($0.seen(first), $0.seen(second)) }
    return distances.min() ?? .infinity
  }

  /// Returns the red, green and blue parts, from 0 to 255, that a color seems to have.
  private func seen(_ channels: [Int]) -> [Int] {
    let linear = channels.map(Self.linear)
    return matrix.map { row in
      TagColor.byte(linear: zip(row, linear).reduce(0) { $0 + $1.0 * $1.1 })
    }
  }

  private var matrix: [[Double]] {
    switch self {
    case .normal: [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
    case .protanopia:
      [
        [0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
      ]
    case .deuteranopia:
      [
        [0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
      ]
    }
  }

  /// Converts a part of an sRGB color to linear light.
  private static func linear(_ byte: Int) -> Double {
    let value = Double(byte) / 255
    return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
  }
}
