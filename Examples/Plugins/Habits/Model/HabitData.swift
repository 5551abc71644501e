/// An item whose name is unique among its kind.
struct HabitData: Sendable, Equatable {
  var profile = Profile()
  var areas: [Area] = []
  var habits: [Habit] = []
  var badHabits: [BadHabit] = []
}
