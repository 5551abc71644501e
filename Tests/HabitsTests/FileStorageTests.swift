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

  @Test func `the file doesn't exist before the first write`() async throws {
    #expect(try await FileStorage(path: path).read() == HabitData())
    try await FileStorage(path: path).change { _ in }
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func `the file is private, and only the lock file is left beside it`() async throws {
    try await FileStorage(path: path).change { $0.profile.name = "Ada" }
    #expect(try FileStatus.of(path)?.permissions == 0o600)
    let parent = (path as NSString).deletingLastPathComponent
    #expect(try Directory.names(in: parent) == ["habits.json", "habits.json.lock"])
  }

  @Test func `a symbolic link to the file stays a link`() async throws {
    let target = try folder.write(
      #"{"version":1,"profile":{"name":"A","purchases":[]},"areas":[],"habits":[],"badHabits":[]}"#,
      to: "synced/habits.json"
    )
    let link = folder.path + "/link.json"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
    try await FileStorage(path: link).change { $0.profile.name = "Ada" }
    #expect(try FileStatus.of(link, following: false)?.kind == .link)
    #expect(try await FileStorage(path: target).read().profile.name == "Ada")
  }

  @Test(
    arguments: [
      ("", "unexpected end of text on line 1"),
      ("{", "unexpected end of text on line 1"),
      (#"{"version":1,"#, "unexpected end of text on line 1"),
      ("[]", "The top-level value must be an object, not the list []"),
      (
        #"{"version":2}"#,
        "The number 2 is not valid for 'version'. Use 1, the only supported version"
      ),
      (
        #"{"version":1,"areas":[],"habits":[],"badHabits":[]}"#,
        "'profile' must be an object, not null"
      ),
      (
        #"{"version":1,"profile":{"name":"A","purchases":[]},"areas":[],"habits":[],"badhabits":[]}"#,
        "Unknown key 'badhabits' (did you mean 'badHabits'?)"
      ),
      (
        #"{"version":1,"profile":{"name":"A","purchases":[]},"areas":[{"id":"x","name":"A"}]}"#,
        "'x' is not valid for 'id' in item 1 of 'areas'. Use a UUID"
      ),
      (
        #"{"version":1,"profile":{"name":"A","purchases":[]},"areas":[],"badHabits":[],"habits":[{"id":"6A7D8F2B-DEBF-46E4-9B7F-006D9058AFC3","name":"A","createdAt":"2026-11-20T09:00:00Z","completions":["2026-02-30"]}]}"#,
        "'2026-02-30' is not valid for item 1 of 'completions' in item 1 of 'habits'. Use a day such as 2026-11-20"
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

  @Test func `an unwritable file is named`() async throws {
    try folder.write("", to: "Documents")
    let error = await #expect(throws: HabitsError.self) {
      try await FileStorage(path: path).change { $0.profile.name = "Ada" }
    }
    guard case .fileUnwritable(let place, "Not a directory") = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(place.hasPrefix(folder.path + "/Documents"))
  }

  @Test func `a lock timeout is an error, and reading needs no lock`() async throws {
    try await FileStorage(path: path).change { $0.profile.name = "Ada" }
    let held = try FileLock.acquire(path + ".lock", timeout: .seconds(30))
    let storage = FileStorage(path: path, timeout: .milliseconds(20))
    await #expect(throws: HabitsError.fileBusy(path: path)) {
      try await storage.change { $0.profile.name = "Bob" }
    }
    #expect(try await storage.read().profile.name == "Ada")
    _ = try held?.status()
  }

  @Test func `waiting for the lock can be cancelled without a habits error`() async throws {
    try await FileStorage(path: path).change { $0.profile.name = "Ada" }
    let held = try FileLock.acquire(path + ".lock", timeout: .seconds(30))
    let waiting = Task { [path] in
      try await FileStorage(path: path, timeout: .seconds(60)).change { $0.profile.name = "Bob" }
    }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    _ = try held?.status()
  }
}
