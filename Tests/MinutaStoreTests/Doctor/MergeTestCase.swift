import Foundation
import JSONText
import MinutaCore

@testable import MinutaStore

/// A test case of a merge: edits on this machine and one edit on another machine.
struct MergeTestCase: Sendable {
  let id: UUID
  /// The JSON members edited on this machine, in order.
  let here: [String]
  /// The JSON member edited on the other machine.
  let there: String
  let isTheirsLater: Bool
  /// Returns the value of a member before the edits, after an edit here, or on the other machine.
  private let value: @Sendable (_ member: String, _ edit: Edit) -> JSONValue

  enum Edit: Sendable {
    case none
    case here(Int)
    case there
  }

  init(
    _ number: Int,
    here: [String],
    there: String,
    value: @escaping @Sendable (_ member: String, _ edit: Edit) -> JSONValue
  ) {
    id = UUID(uuidString: "\(10_000_000 + number)-1111-4111-8111-111111111111") ?? UUID()
    isTheirsLater = number.isMultiple(of: 2)
    (self.here, self.there, self.value) = (here, there, value)
  }

  /// Returns the value of a member after the first `edits` edits on this machine.
  func value(of member: String, after edits: Int) -> JSONValue {
    let last = here.prefix(edits).lastIndex(of: member)
    return value(member, last.map { .here($0) } ?? .none)
  }

  /// Returns the value of a member after the edit on the other machine.
  func valueThere(of member: String) -> JSONValue {
    value(member, member == there ? .there : .none)
  }

  /// Returns the expected value of a member after the merge.
  ///
  /// If only one side changed the member, that side wins. If both did, images are combined, and for
  /// other members the later file wins.
  func merged(_ member: String) -> JSONValue {
    let (ours, theirs) = (value(of: member, after: here.count), valueThere(of: member))
    if !isBoth(member) { return member == there ? theirs : ours }
    guard let ours = ours.array, let theirs = theirs.array, let base = value(member, .none).array
    else { return isTheirsLater ? theirs : ours }
    return .array(ours + theirs.filter { !base.contains($0) && !ours.contains($0) })
  }

  /// The members that both sides changed and whose value comes from the later file.
  var decided: [String] { isBoth(there) && there != "images" ? [there] : [] }

  private func isBoth(_ member: String) -> Bool {
    member == there && value(of: member, after: here.count) != value(member, .none)
      && value(of: member, after: here.count) != valueThere(of: member)
  }

  /// Returns all orders of up to `most` edits here, each combined with every edit on the other
  /// machine.
  static func all(
    here: [String],
    there: [String],
    upTo most: Int,
    value: @escaping @Sendable (_ member: String, _ edit: Edit) -> JSONValue
  ) -> [MergeTestCase] {
    var orders: [[String]] = [[]]
    var longest = orders
    for _ in 0..<most {
      longest = longest.flatMap { order in here.map { order + [$0] } }
      orders += longest
    }
    let cases = orders.flatMap { order in there.map { (order, $0) } }
    return cases.enumerated().map { number, edits in
      MergeTestCase(number, here: edits.0, there: edits.1, value: value)
    }
  }
}
