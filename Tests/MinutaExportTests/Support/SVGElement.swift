import Foundation

/// An element of a drawing, with its place on its page.
struct SVGElement {
  let name: String
  let attributes: [String: String]
  /// The text between the tags, with entities as they are.
  let text: String
  /// The shift of the groups around the element.
  let (dx, dy): (Double, Double)

  var x: Double { number("x") + dx }
  var y: Double { number("y") + dy }
  var width: Double { number("width") }
  var height: Double { number("height") }

  func number(_ name: String) -> Double { attributes[name].flatMap(Double.init) ?? 0 }

  /// Returns the elements of a drawing that has one element or one tag of a group on each line.
  static func all(in svg: String) -> [SVGElement] {
    var elements: [SVGElement] = []
    var shifts = [(0.0, 0.0)]
    for line in svg.split(separator: "\n") where line.hasPrefix("<") {
      let tag = line.dropFirst().prefix { $0 != ">" }
      let name = tag.prefix { $0 != " " && $0 != "/" }
      if line.contains("</g>") { shifts.removeLast() }
      if name == "g" {
        let numbers = tag.split { !("0"..."9").contains($0) && $0 != "." && $0 != "-" }
        let place = numbers.compactMap { Double($0) }
        let last = shifts[shifts.count - 1]
        shifts.append((last.0 + (place.first ?? 0), last.1 + (place.dropFirst().first ?? 0)))
      }
      let text = line.dropFirst(tag.count + 2).prefix { $0 != "<" }
      elements.append(
        SVGElement(
          name: String(name),
          attributes: attributes(of: tag),
          text: String(text),
          dx: shifts[shifts.count - 1].0,
          dy: shifts[shifts.count - 1].1
        )
      )
    }
    return elements
  }

  private init(name: String, attributes: [String: String], text: String, dx: Double, dy: Double) {
    (self.name, self.attributes, self.text) = (name, attributes, text)
    (self.dx, self.dy) = (dx, dy)
  }

  private static func attributes(of tag: Substring) -> [String: String] {
    let parts = tag.split(separator: "\"", omittingEmptySubsequences: false)
    return stride(from: 0, to: parts.count - 1, by: 2).reduce(into: [:]) { attributes, index in
      let name = parts[index].split(separator: " ").last?.dropLast() ?? ""
      attributes[String(name)] = String(parts[index + 1])
    }
  }
}
