import Foundation
import MinutaTestSupport
import SystemCalls
import Testing

@testable import Habits

@Suite(.timeLimit(.minutes(5))) struct FileStorageTests {
  private let folder: TemporaryDirectory
  private let path: String

  init() throws {
    folder = try TemporaryDirectory()
    path = folder.path + "/Documents/Habits/habits.json"
  }

  @Test func `all data survives a round trip`() async throws {
    let area = Area(id: UUID(), name: "Wörk \"A\"\n", createdAt: try date("2026-11-20T09:00:00Z"))
    var habit = Habit(id: UUID(), name: "R&D; rm -rf ~", areaID: area.id, createdAt: area.createdAt)
    habit.state = .archived(since: try date("2026-11-21T09:00:00Z"))
    habit.completions = Set(["2026-11-20", "2026-02-28"].compactMap { Day($0) })
    var badHabit = BadHabit(id: UUID(), name: "Chips", createdAt: area.createdAt)
    badHabit.slips = [
      BadHabitSlip(id: UUID(), date: area.createdAt, note: "😀"),
      BadHabitSlip(id: UUID(), date: area.createdAt, note: nil),
    ]
    var profile = Profile(name: "Ada")
    profile.purchases = [Purchase(id: UUID(), reward: "Tea", price: 3, date: area.createdAt)]
    let data = HabitData(profile: profile, areas: [area], habits: [habit], badHabits: [badHabit])
    try await FileStorage(path: path).change { $0 = data }
    #expect(try await FileStorage(path: path).read() == data)
  }

  @Test func `the file is private, and only the lock file is left beside it`() async throws {
    try await FileStorage(path: path).change { $0.profile.name = "Ada" }
    #expect(try FileStatus.of(path)?.permissions == 0o600)
    let parent = (path as NSString).deletingLastPathComponent
    #expect(try Directory.names(in: parent) == ["habits.json", "habits.json.lock"])
  }

  @Test(
    arguments: [
      ("", "unexpected end of text on line 1"),
      (
        #"{"version":2}"#,
        "The number 2 is not valid for 'version'. Use 1, the only supported version"
      ),
    ]
  )
  func `an invalid file is named and left unchanged`(text: String, reason: String) async throws {
    let path = try folder.write(text, to: "habits.json")
    let error = HabitsError.fileInvalid(path: path, reason: reason)
    await #expect(throws: error) { try await FileStorage(path: path).read() }
    await #expect(throws: error) {
      try await FileStorage(path: path).change { $0.profile.name = "Ada" }
    }
    #expect(try folder.text(of: "habits.json") == text)
  }
}
